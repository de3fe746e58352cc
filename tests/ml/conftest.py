"""A tiny random encoder and a small made-up corpus, so that training takes seconds."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    Case,
    ClauseText,
    Corpus,
    Instantiation,
    Mention,
    Statute,
    Subsection,
    SubsectionMentions,
)
from sara_annotate.domain.labels import Label, parse_label
from sara_annotate.domain.spans import Span

torch.set_num_threads(1)

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
_WORD_LINES = (
    "the a any such every keeper owner boat net day season fee fine permit who shall",
    "pay for of in if and or not on is may hold under section file more than hundred",
    "crowns Ann Ben Cleo Dov 2021 2022 2023 100 250 400 paid has did what much , . ;",
    "\" ( ) ' s ½ — taxpayer",
)
WORDS = [w for line in _WORD_LINES for w in line.split(" ")]


def save_tiny_encoder(folder: Path) -> Path:
    """A BERT of two narrow layers with a WordPiece vocabulary made here."""
    torch.manual_seed(7)
    letters = [chr(c) for c in range(33, 127)]
    tokens = list(dict.fromkeys([*SPECIAL, *WORDS, *letters, *(f"##{c}" for c in letters)]))
    vocab = {token: number for number, token in enumerate(tokens)}
    raw = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]"))
    raw.normalizer = normalizers.NFC()
    raw.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    raw.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", vocab["[CLS]"]), ("[SEP]", vocab["[SEP]"])],
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_max_length=64,
    )
    config = BertConfig(
        vocab_size=len(tokens),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def tiny_encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(save_tiny_encoder(tmp_path_factory.mktemp("encoder")))


SENTENCES = (
    "the owner of a boat shall pay the fee for the season",
    "a keeper who shall hold any net may file such permit",
    "every owner shall pay a fine if the boat is on the net",
    "such keeper may pay the fee in the season",
)
NOUNS = ("owner", "boat", "fee", "season", "keeper", "net", "permit", "fine")


def mark_phrases(text: str, start: int = 0) -> list[Mention]:
    """Determiner and noun, the only phrases that this language marks."""
    words, place, found = text.split(" "), 0, []
    for first, second in pairwise(words):
        if second in NOUNS:
            end = place + len(first) + 1 + len(second)
            found.append(Mention(start + place, start + end, second.capitalize()))
        place += len(first) + 1
    return found


def make_statute(section: str) -> AnnotatedStatute:
    lines = [f"§{section}. Harbour", ""]
    position = sum(len(line) + 1 for line in lines)
    subsections = []
    mentions = []
    clauses = []
    for number, sentence in enumerate(SENTENCES, start=1):
        label = Label(section, (str(number),))
        line = f"    ({number}) {sentence}."
        start = position + 8
        subsections.append(Subsection(label, (Span(start - 4, position + len(line)),)))
        found = tuple(mark_phrases(sentence, start))
        mentions.append(SubsectionMentions(label, found))
        names = ",".join(dict.fromkeys(m.argument.upper() for m in found))
        clauses.append(ClauseText(label, f"{label.predicate}({names})"))
        lines += [line, ""]
        position += len(line) + 2
    statute = Statute(section, "\n".join(lines), tuple(subsections))
    return AnnotatedStatute(statute, tuple(mentions), tuple(clauses))


def make_cases(section: str) -> tuple[list[Case], list[Instantiation]]:
    """Paid: true. Not paid: false. The case names the owner; the fee is one of two numbers."""
    cases, rows = [], []
    people = ("Ann", "Ben", "Cleo", "Dov")
    for number in range(12):
        person = people[number % 4]
        for kind in ("pos", "neg"):
            name = f"s{section}_1_{number}_{kind}"
            text = f"{person} has {'paid' if kind == 'pos' else 'not paid'} 100 crowns in 2021 ."
            split = "test" if number >= 9 else "train"
            cases.append(
                Case(name, text, "is it paid", "Entailment", "", "", split=split)  # type: ignore[arg-type]
            )
            rows.append(
                Instantiation(
                    name,
                    parse_label(f"{section}(1)"),
                    (("Season", "2021"),),
                    (("Owner", person), ("Fee", 100)) if kind == "pos" else (),
                    kind == "pos",
                )
            )
    return cases, rows


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    statutes = tuple(make_statute(section) for section in ("4", "5", "6", "7"))
    cases, rows = make_cases("4")
    return Corpus(statutes, tuple(cases), tuple(rows))
