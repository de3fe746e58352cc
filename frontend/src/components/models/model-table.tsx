import type { ReactElement } from "react";

import type { Overview, TrainedModel } from "../../api/models";
import { compareWords } from "../../model/jobs";
import { formatTime } from "../../text/counting";
import { Empty } from "../states";

const STATES: Readonly<Record<TrainedModel["state"], readonly [words: string, chip: string]>> = {
  in_use: ["in use", "chip ok"],
  candidate: ["not better", "chip"],
  retired: ["retired", "chip"],
};
const PAPER = "the paper's figure, on the authors' own annotation";

function score(model: TrainedModel, task: string): string {
  const found = model.scores[task]?.f1;
  return found === undefined || found === null ? "–" : found.toFixed(1);
}

function paper(models: readonly TrainedModel[], task: string): string {
  const said = models.map((model) => model.scores[task]?.paper.f1).find((one) => one !== undefined);
  return said?.split("|").at(-1)?.trim() ?? "–";
}

interface ModelsProps {
  readonly models: readonly TrainedModel[];
  readonly onUse: (model: TrainedModel) => void;
}

/** Trained models with their scores by cross-validation, the paper's beside them. */
export function ModelTable({ models, onUse }: ModelsProps): ReactElement {
  if (models.length === 0) {
    return (
      <Empty>No model is trained yet. Until then the rules suggest: words that other statutes mark.</Empty>
    );
  }
  return (
    <table className="pt">
      <thead>
        <tr>
          <th scope="col">model</th>
          <th scope="col">state</th>
          <th scope="col" className="r">
            spans F1
          </th>
          <th scope="col" className="r">
            arguments F1
          </th>
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
          <tr key={model.id}>
            <th scope="row">
              {model.name} <span className="dim">{model.kind}</span>
            </th>
            <td>
              <span className={STATES[model.state][1]}>{STATES[model.state][0]}</span>
            </td>
            <td className="r">{score(model, "identification")}</td>
            <td className="r">{score(model, "cascade")}</td>
            <td className="dim">
              {model.comparison ? compareWords(model.comparison) : "nothing to compare with"}
            </td>
            <td className="dim hide-s">
              {model.subsections} subsections, {formatTime(model.created_at)}
            </td>
            <td className="r">
              {model.state !== "in_use" && (
                <button
                  type="button"
                  className="btn sm quiet"
                  onClick={() => {
                    onUse(model);
                  }}
                >
                  Use<span className="sr"> {model.name}</span>
                </button>
              )}
            </td>
          </tr>
        ))}
        <tr className="dim">
          <th scope="row" colSpan={2}>
            {PAPER}
          </th>
          <td className="r">{paper(models, "identification")}</td>
          <td className="r">{paper(models, "cascade")}</td>
          <td colSpan={3} />
        </tr>
      </tbody>
    </table>
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
