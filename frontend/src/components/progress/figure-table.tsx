import type { ReactElement } from "react";

import type { AgreementFigure } from "../../api/progress";
import { axisStart, formatFigure, formatInterval, placeOf } from "../../model/figures";
import { countWords } from "../../text/counting";

const WIDTH = 158;
const EDGE = 4;

function Interval({ figure, from }: { figure: AgreementFigure; from: number }): ReactElement {
  const x = (value: number): number => EDGE + placeOf(value, from, 1) * (WIDTH - 2 * EDGE);
  return (
    <svg className="ci" viewBox={`0 0 ${WIDTH} 18`} aria-hidden="true">
      <line className="ax" x1={EDGE} x2={WIDTH - EDGE} y1="9" y2="9" />
      {[0, 0.25, 0.5, 0.75, 1].map((share) => {
        const at = EDGE + share * (WIDTH - 2 * EDGE);
        return <line key={share} className="tk" x1={at} x2={at} y1="6.5" y2="11.5" />;
      })}
      {figure.low !== null && figure.high !== null && (
        <line className="iv" x1={x(figure.low)} x2={x(figure.high)} y1="9" y2="9" />
      )}
      {figure.value !== null && <circle cx={x(figure.value)} cy="9" r="4" />}
    </svg>
  );
}

interface FigureTableProps {
  readonly label: string;
  readonly figures: readonly AgreementFigure[];
  readonly chosen?: string | null | undefined;
  readonly onChoose?: ((key: string) => void) | undefined;
}

/** Figures with their intervals on one axis, each with the way to what is behind it. */
export function FigureTable({ label, figures, chosen, onChoose }: FigureTableProps): ReactElement {
  const from = axisStart(figures.flatMap((figure) => [figure.value, figure.low]));
  return (
    <table className="ag" aria-label={label}>
      <tbody>
        {figures.map((figure) => (
          <tr key={figure.key} className={figure.key === chosen ? "now" : undefined}>
            <th scope="row">{figure.words}</th>
            <td className="num val">{formatFigure(figure.value)}</td>
            <td className="num c">{formatInterval(figure.low, figure.high)}</td>
            <td className="p">
              <Interval figure={figure} from={from} />
            </td>
            <td className="num k">
              {onChoose === undefined || figure.items === 0 ? (
                <span className="dim">{countWords(figure.items, "item")}</span>
              ) : (
                <button
                  type="button"
                  className="linkish"
                  aria-expanded={figure.key === chosen}
                  aria-label={`${figure.words}: ${countWords(figure.items, "item")}`}
                  onClick={() => {
                    onChoose(figure.key);
                  }}
                >
                  {countWords(figure.items, "item")}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3} />
          <td className="p">
            <div className="axl" aria-hidden="true">
              <span>{formatFigure(from)}</span>
              <span>{formatFigure((1 + from) / 2)}</span>
              <span>1</span>
            </div>
          </td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}
