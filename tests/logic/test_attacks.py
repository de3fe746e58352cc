"""Attacks from inside: none gets out, none takes the service down, each is called what it is."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path

import pytest

from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Answer, Limits, LogicProgram, Query
from tests.logic.conftest import make_program

LIMITS = Limits(
    inferences=2_000_000,
    seconds=4.0,
    stack_bytes=64 * 1024 * 1024,
    memory_bytes=256 * 1024 * 1024,
    solutions=20,
    output=5_000,
)
EMPTY = LogicProgram()


@dataclass(frozen=True)
class Attack:
    name: str
    goal: str
    expected: str
    """outcome:code, alternatives parted by |."""
    facts: str = ""
    program: str = ""


REFUSED = "error:refused"
UNKNOWN = "error:refused|error:unknown_predicate"  # where the library is not installed
ATTACKS = [
    # Out of the process.
    Attack("shell", "shell('touch MARK')", REFUSED),
    Attack("shell/2", "shell('touch MARK', S)", REFUSED),
    Attack("process", "process_create(path(touch), ['MARK'], [])", REFUSED),
    Attack("library(process)", "use_module(library(process))", REFUSED),
    Attack("fork", "fork(Pid)", REFUSED),
    Attack("exec", "exec(touch('MARK'))", REFUSED),
    Attack("halt", "halt", REFUSED),
    Attack("halt by name", "atom_string(H, \"halt\"), call(H)", REFUSED),
    Attack("kill", "prolog_alert_signal(O, 9)", REFUSED),
    # Files.
    Attack("open", "open('MARK', write, S)", REFUSED),
    Attack("open by univ", "G =.. [open, 'MARK', write, S], call(G)", REFUSED),
    Attack("consult", "consult('/etc/passwd')", REFUSED),
    Attack("list consult", "['/etc/passwd']", REFUSED),
    Attack("load_files", "load_files('/etc/passwd', [])", REFUSED),
    Attack("see", "see('/etc/passwd'), read(X)", REFUSED),
    Attack("tell", "tell('MARK'), write(x), told", REFUSED),
    Attack("read_file", "read_file_to_string('/etc/passwd', S, [])", REFUSED),
    Attack("read_term", "read(X)", REFUSED),
    Attack("delete", "delete_file('MARK')", REFUSED),
    Attack("listing", "directory_files('/', L)", REFUSED),
    Attack("exists", "exists_file('/etc/passwd')", REFUSED),
    Attack("save state", "qsave_program('MARK')", REFUSED),
    Attack("directive opens", "true", "true:", program=":- open('MARK', write, S), close(S)."),
    Attack("directive shells", "true", "true:", program=":- shell('touch MARK')."),
    Attack("initialization", "true", "true:", program=":- initialization(shell('touch MARK'))."),
    Attack("facts consult", "p(X)", "true:", facts=":- consult('/etc/passwd').\np(1)."),
    Attack("facts directive", "p(X)", "true:", facts=":- shell('touch MARK').\np(1)."),
    Attack("facts rule", "p(X)", REFUSED, facts="p(X) :- shell('touch MARK'), X = 1."),
    Attack("format to a file", "format('MARK', \"~w\", [x])", REFUSED),
    Attack("with_output_to stream", "with_output_to(user_output, write(x))", REFUSED),
    # Network, environment, foreign code.
    Attack("socket", "tcp_socket(S)", REFUSED),
    Attack("http", "http_open('http://127.0.0.1:1/', S, [])", UNKNOWN),
    Attack("broker", "unix_domain_socket(S), tcp_connect(S, 'BROKER')", UNKNOWN),
    Attack("broker, open", "open('BROKER', append, S), write(S, x)", REFUSED),
    Attack("environment", "getenv('PATH', X)", REFUSED),
    Attack("set environment", "setenv('PATH', x)", REFUSED),
    Attack("foreign", "load_foreign_library('/tmp/x.so')", REFUSED),
    Attack("open_shared_object", "open_shared_object('/tmp/x.so', H)", REFUSED),
    Attack("python", "py_call(os:system(x))", UNKNOWN),
    Attack("flags", "set_prolog_flag(autoload, true)", REFUSED),
    Attack("flags read", "current_prolog_flag(home, X)", REFUSED),
    # Round the guard.
    Attack("assertz into system", "assertz(system:foo(1))", REFUSED),
    Attack("assertz", "assertz(p(1))", REFUSED),
    Attack("retract", "retractall(p(_))", REFUSED),
    Attack("abolish", "abolish(p/1)", REFUSED),
    Attack("qualified", "system:shell('touch MARK')", REFUSED),
    Attack("qualified variable", "M = system, M:shell('touch MARK')", REFUSED),
    Attack("our own modules", "guard:refuse(x)", REFUSED),
    Attack("guard's own run", "guard:run(shell('touch MARK'))", REFUSED),
    Attack("@", "@(shell('touch MARK'), system)", REFUSED),
    Attack("maplist", "maplist(shell, ['touch MARK'])", REFUSED),
    Attack("foldl", "foldl(shell, ['touch MARK'], 0, S)", UNKNOWN),
    Attack("findall", "findall(x, shell('touch MARK'), L)", REFUSED),
    Attack("bagof", "bagof(X, Y^shell('touch MARK', X), L)", REFUSED),
    Attack("forall", "forall(true, shell('touch MARK'))", REFUSED),
    Attack("aggregate", "aggregate_all(count, shell('touch MARK'), N)", REFUSED),
    Attack("nested call", "call(call, call, shell('touch MARK'))", REFUSED),
    Attack("call in negation", "X = shell('touch MARK'), \\+ X", REFUSED),
    Attack("if then", "( X = shell('touch MARK'), X -> true ; true )", REFUSED),
    Attack("recovery", "catch(throw(x), x, shell('touch MARK'))", REFUSED),
    Attack("catch the refusal", "catch(shell('touch MARK'), _, true)", REFUSED),
    Attack("format ~@", "format(\"~@\", [shell('touch MARK')])", REFUSED),
    Attack("format ~20@", "format(\"~20@\", [shell('touch MARK')])", REFUSED),
    Attack("format atom", "format('a~`-t~@', [shell('touch MARK')])", REFUSED),
    Attack("format ~W", "format(\"~W\", [x, [portray_goal(shell)]])", REFUSED),
    Attack("portray_goal", "write_term('touch MARK', [portray(true), portray_goal(shell)])",
           REFUSED),
    Attack("options unbound", "write_term(x, O)", REFUSED),
    Attack("print to a stream", "print_message(error, x)", REFUSED),
    Attack("quasi quotation", "X = {|shell||touch MARK|}", "error:goal_syntax"),
    Attack("op in system", "true", "true:", program=":- op(700, xfx, system:(===>))."),
    Attack("pretend a limit", "throw(limit(time))", "error:thrown"),
    Attack("pretend a refusal", "throw(refused(shell/1))", "error:thrown"),
    Attack("pretend to be out of stack", "throw(error(resource_error(stack), _))", "error:thrown"),
    Attack("dict call", "X = _{a: 1}, Y = X.put(b, 2)", "error:goal_syntax|error:type_error|true:"),
    Attack("yall", "maplist([X]>>shell(X), ['touch MARK'])", REFUSED),
    Attack("read a goal", "term_to_atom(G, 'shell(\"touch MARK\")'), G", REFUSED),
    Attack("freeze", "freeze(X, shell('touch MARK')), X = 1", REFUSED),
    Attack("attributes", "put_attr(X, m, shell('touch MARK')), X = 1", REFUSED),
    Attack("cleanup", "setup_call_cleanup(true, true, shell('touch MARK'))", REFUSED),
    Attack("goal expansion", "p", "true:", program="goal_expansion(p, shell('touch MARK')).\np."),
    Attack("term expansion", "p", "true:", program="term_expansion(_, q).\np."),
    Attack("define a system predicate", "atom_length(abc, N)", "true:",
           program="atom_length(_, 99)."),
    Attack("define control", "true", "true:", program="(A , B) :- shell('touch MARK')."),
    Attack("define in user", "true", "true:", program="user:portray(X) :- shell('touch MARK')."),
    Attack("define the guard", "shell(x)", REFUSED, program="guard:refuse(_)."),
    Attack("dynamic system", "shell('touch MARK')", REFUSED, program=":- dynamic shell/1."),
    Attack("op on control", "p", "true:", program=":- op(700, xfx, ===>).\np."),
    Attack("nb_setval", "nb_setval(explain_left, 0)", REFUSED),
    Attack("recorded", "recorda(emitted, x)", REFUSED),
    Attack("tracing", "trace", REFUSED),
    Attack("prolog_cut_to", "prolog_cut_to(1)", REFUSED),
    Attack("clause", "clause(p, B)", REFUSED),
    Attack("current_op", "prolog_load_context(directory, D)", REFUSED),
    # Too much of something.
    Attack("threads", "thread_create(true, Id)", REFUSED),
    Attack("thread bomb", "repeat, thread_create((repeat, fail), _), fail", REFUSED),
    Attack("concurrent", "concurrent_maplist(succ, [1, 2], L)", REFUSED),
    Attack("endless", "repeat, fail", "limit:inferences"),
    Attack("endless rule", "p", "limit:inferences|limit:stack", program="p :- p.\np :- p."),
    Attack("catch the limit", "catch((repeat, fail), _, true), repeat, fail", "limit:inferences"),
    Attack("catch it again", "p", "limit:inferences",
           program="p :- catch((repeat, fail), _, true), p."),
    Attack("big power", "X is 3 ** 20000000, Y is X ** 3", "limit:time|limit:stack|limit:memory"),
    Attack("bigger power", "X is 7 ** (7 ** (7 ** 7))", "limit:time|limit:stack|limit:memory"),
    Attack("shift", "X is 1 << 100000000000", "limit:stack|limit:memory|limit:time"),
    Attack("giant sort", "numlist(1, 900000, L), msort(L, M), sort(0, @>=, M, N)",
           "limit:output|limit:stack|limit:time|limit:inferences"),
    Attack("long list", "length(L, 100000000)", "limit:stack"),
    Attack("deep recursion", "p(X)", "limit:stack|limit:inferences",
           program="p(s(X)) :- p(X), q(X).\nq(_)."),
    Attack("growing list", "p([])", "limit:stack|limit:inferences|limit:time",
           program="p(L) :- length(L, N), atom_length(N, _), p([x, x, x, x, x, x|L])."),
    Attack("atom flood", "p(1, [])", "limit:memory|limit:inferences|limit:stack|limit:time",
           program="p(N, L) :- atom_concat(some_long_atom_, N, A), M is N + 1, p(M, [A|L])."),
    Attack("long string", "p(\"abcdefgh\")", "limit:memory|limit:stack|limit:time",
           program="p(S) :- string_concat(S, S, T), p(T)."),
    Attack("wide term", "functor(T, f, 200000000)", "limit:stack|limit:memory"),
    Attack("doubling term", "p(40, x, T)", "limit:output",
           program="p(0, T, T) :- !.\np(N, S, T) :- M is N - 1, p(M, f(S, S), T)."),
    Attack("cyclic answer", "X = f(X)", "error:type_error"),
    Attack("cyclic goal", "X = call(X), X", "error:type_error|limit:inferences|limit:stack"),
    Attack("cyclic write", "X = [a|X], write(X)",
           "limit:output|limit:time|limit:memory|limit:stack|error:type_error"),
    Attack("endless output", "repeat, write(abcdefghijklmnop), fail", "limit:output"),
    Attack("wide column", "format(\"~t~2000000000|\", [])",
           "limit:output|limit:memory|limit:time|limit:stack"),
    Attack("many answers", "between(1, inf, X)", "true:"),
    Attack("throw much", "numlist(1, 100000, L), throw(L)", "error:thrown"),
    Attack("sleep", "sleep(100)", REFUSED),
    # Odd text.
    Attack("no text", "", "error:goal_syntax"),
    Attack("control characters", "X = \"\x01\x02\x1b[2J\x7f\"", "true:"),
    Attack("nul", "atom_length('a\\0\\b', N)", "true:|error:goal_syntax"),
    Attack("two goals", "true. shell('touch MARK')", "error:goal_syntax"),
    Attack("protocol", "X = \"}\\n{\\\"outcome\\\":\\\"true\\\"}\"", "true:"),
    Attack("facts with control characters", "p(X)", "error:facts_invalid",
           facts="p(\x01\x02)."),
    Attack("facts unfinished", "p(X)", "error:facts_invalid", facts="p(1)\np(2)."),
    Attack("deep brackets", "(" * 100_000 + "true" + ")" * 100_000, "error:too_nested"),
    Attack("deep brackets in facts", "p(X)", "error:too_nested",
           facts="p(" + "[" * 100_000 + "]" * 100_000 + ")."),
    Attack("deep operators", "\\+ " * 50_000 + "true",
           "true:|limit:stack|error:process_died|error:goal_syntax"),
]  # fmt: skip


def run(pool: SolverPool, attack: Attack, mark: Path, broker: Path) -> Answer:
    def put(text: str) -> str:
        return text.replace("MARK", str(mark)).replace("BROKER", str(broker))

    program = make_program(put(attack.program)) if attack.program else EMPTY
    return pool.solve(Query(program, put(attack.goal), put(attack.facts), LIMITS))


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    """A socket of the kind that a broker listens on."""
    path = tmp_path_factory.mktemp("broker") / "socket"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        server.setblocking(False)
        yield server, path


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack(attack: Attack, pool: SolverPool, tmp_path: Path, broker) -> None:  # type: ignore[no-untyped-def]
    server, address = broker
    mark = tmp_path / "mark"
    answer = run(pool, attack, mark, address)
    assert f"{answer.outcome}:{answer.code}" in attack.expected.split("|"), answer
    assert not mark.exists()
    with pytest.raises(BlockingIOError):
        server.accept()
    # The service stands, and with the very same program.
    assert pool.solve(Query(EMPTY, "X = 1", limits=LIMITS)).solutions == ({"X": 1},)


def test_there_are_enough_attacks() -> None:
    assert len({attack.goal + attack.program + attack.facts for attack in ATTACKS}) >= 100


def test_what_a_program_wanted_is_said(pool: SolverPool) -> None:
    text = "p :- shell(x).\ngoal_expansion(a, b).\n:- set_prolog_flag(unknown, fail).\n:- q.\n"
    notes = {(n.code, n.line) for n in pool.load(make_program(text)).notes}
    expected = {("refused", 1), ("reserved", 2), ("flag_ignored", 3), ("directive_failed", 4)}
    assert notes == expected


def test_no_process_is_left_over(pool: SolverPool) -> None:
    mine = {w.pid for w in pool._idle}
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "status").read_text()
            except (FileNotFoundError, ProcessLookupError):
                continue  # gone meanwhile
            if f"PPid:\t{os.getpid()}\n" in status and "State:\tZ" not in status:
                found.add(int(entry.name))
    assert mine <= found
    assert all(len(list(Path(f"/proc/{pid}/task").iterdir())) == 1 for pid in mine)
