import type { ReactElement } from "react";

import type { Overview, TrainedModel } from "../../api/models";
import { compareWords } from "../../model/jobs";
import { countWords, formatTime } from "../../text/counting";
import { Empty } from "../states";

const STATES: Readonly<Record<TrainedModel["state"], readonly [words: string, chip: string]>> = {
  in_use: ["in use", "chip ok"],
  candidate: ["not better", "chip"],
  retired: ["retired", "chip"],
};
const PAPER = "the paper's figure, on the authors' own annotation";
/** Tasks and what their column is called; cases have one only where a model was trained for them. */
const SCORES = [
  ["identification", "spans F1"],
  ["cascade", "arguments F1"],
  ["instantiation", "cases, right"],
] as const;

function score(model: TrainedModel, task: string): string {
  const found = model.scores[task]?.f1;
  return found === undefined || found === null ? "–" : found.toFixed(1);
}

function paper(models: readonly TrainedModel[], task: string): string {
  const said = models.map((model) => model.scores[task]?.paper).find((one) => one !== undefined);
  return (said?.f1 ?? said?.unified)?.split("|").at(-1)?.split("±")[0]?.trim() ?? "–";
}

interface RowProps {
  readonly model: TrainedModel;
  readonly columns: readonly (readonly [task: string, words: string])[];
  readonly onUse: (model: TrainedModel) => void;
  readonly onBack: (model: TrainedModel) => void;
}

/** What is one click away from the model in use. */
function backWords(model: TrainedModel): string {
  if (model.previous !== "") return `Back to ${model.previous}`;
  return model.task === "values" ? "Take out of use" : "Back to the rules";
}

function ModelRow({ model, columns, onUse, onBack }: RowProps): ReactElement {
  const used = model.state === "in_use";
  const learnt = countWords(model.subsections, model.task === "values" ? "case" : "subsection");
  return (
    <tr>
      <th scope="row">
        {model.name} <span className="dim">{model.kind}</span>
      </th>
      <td>
        <span className={STATES[model.state][1]}>{STATES[model.state][0]}</span>
      </td>
      {columns.map(([task]) => (
        <td key={task} className="r">
          {score(model, task)}
        </td>
      ))}
      <td className="dim">{model.comparison ? compareWords(model.comparison) : "nothing to compare with"}</td>
      <td className="dim hide-s">
        {learnt}, {formatTime(model.created_at)}
      </td>
      <td className="r">
        <button
          type="button"
          className="btn sm quiet"
          onClick={() => {
            if (used) onBack(model);
            else onUse(model);
          }}
        >
          {used ? (
            backWords(model)
          ) : (
            <>
              Use<span className="sr"> {model.name}</span>
            </>
          )}
        </button>
      </td>
    </tr>
  );
}

interface ModelsProps {
  readonly models: readonly TrainedModel[];
  readonly onUse: (model: TrainedModel) => void;
  readonly onBack: (model: TrainedModel) => void;
}

/** Trained models with their scores by cross-validation, the paper's beside them. */
export function ModelTable({ models, onUse, onBack }: ModelsProps): ReactElement {
  if (models.length === 0) {
    return (
      <Empty>No model is trained yet. Until then the rules suggest: words that other statutes mark.</Empty>
    );
  }
  const columns = SCORES.filter(
    ([task]) => task !== "instantiation" || models.some((model) => model.task === "values"),
  );
  return (
    <div className="model-scroll">
      <table className="pt">
        <thead>
          <tr>
            <th scope="col">model</th>
            <th scope="col">state</th>
            {columns.map(([task, words]) => (
              <th key={task} scope="col" className="r">
                {words}
              </th>
            ))}
            <th scope="col">against the one before</th>
            <th scope="col" className="hide-s">
              trained on
            </th>
            <th scope="col" className="r">
              <span className="sr">Use</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <ModelRow key={model.id} model={model} columns={columns} onUse={onUse} onBack={onBack} />
          ))}
          <tr className="dim">
            <th scope="row" colSpan={2}>
              {PAPER}
            </th>
            {columns.map(([task]) => (
              <td key={task} className="r">
                {paper(models, task)}
              </td>
            ))}
            <td colSpan={3} />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** The last evaluation: a row for each task and model, ours and the paper's. */
export function EvaluationTable({ rows }: { readonly rows: Overview["evaluation"] }): ReactElement {
  if (rows.length === 0) return <Empty>Not evaluated yet.</Empty>;
  const shown = (said: Readonly<Record<string, string>>): string =>
    said.f1 ?? said.unified ?? said["edge P / R / F1"] ?? Object.values(said)[0] ?? "–";
  return (
    <table className="pt">
      <thead>
        <tr>
          <th scope="col">task and model</th>
          <th scope="col" className="r">
            here
          </th>
          <th scope="col" className="r">
            paper
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td className="r">{shown(row.ours)}</td>
            <td className="r dim">{Object.keys(row.paper).length > 0 ? shown(row.paper) : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
