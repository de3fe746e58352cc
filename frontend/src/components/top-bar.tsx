import { Fragment } from "react";
import type { ReactElement, ReactNode } from "react";
import { Link, NavLink } from "react-router";

import { Icon } from "./icons";
import { ThemeSwitch } from "./theme-switch";

export interface Crumb {
  readonly words: string;
  readonly to?: string;
}

interface TopBarProps {
  readonly crumbs: readonly Crumb[];
  readonly nav?: readonly (readonly [words: string, to: string])[] | undefined;
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  readonly person: { readonly name: string; readonly role: string | null } | null;
  readonly busy: boolean;
  readonly onGoTo?: (() => void) | undefined;
  readonly goToKey: string;
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }): ReactElement {
  return (
    <nav className="crumbs" aria-label="You are here">
      <ol>
        {crumbs.map(({ words, to }) => (
          <li key={words}>
            {to === undefined ? <span aria-current="page">{words}</span> : <Link to={to}>{words}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The bar on top: where you are, where you can go, who you are. */
export function TopBar(props: TopBarProps): ReactElement {
  const { crumbs, nav, status, actions, person, busy, onGoTo } = props;
  return (
    <header className="top">
      <Link className="brand" to="/" aria-label="SARA Annotate, all projects">
        <b>§</b>
        <span>SARA Annotate</span>
      </Link>
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
      {nav !== undefined && (
        <nav className="nav" aria-label="Project">
          {nav.map(([words, to]) => (
            <NavLink key={to} to={to} end>
              {words}
            </NavLink>
          ))}
        </nav>
      )}
      {status}
      <span className="grow" />
      {actions !== undefined && <Fragment>{actions}</Fragment>}
      {onGoTo !== undefined && (
        <button type="button" className="btn quiet" onClick={onGoTo}>
          <Icon name="search" /> <span className="wide">Go to</span>
          <span className="sr">Go to a subsection or case</span> <kbd>{props.goToKey}</kbd>
        </button>
      )}
      <ThemeSwitch />
      <span className="sep" />
      {person !== null && (
        <Link className="chip who" to="/account" title="Your account">
          {person.name}
          {person.role !== null && <span className="wide-s">, {person.role}</span>}
        </Link>
      )}
      {busy && <div className="busy" role="progressbar" aria-label="Loading" />}
    </header>
  );
}
