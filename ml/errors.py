"""What can go wrong with a model, each with what to do about it."""

from __future__ import annotations

from sara_annotate.domain.errors import DomainError


class ModelError(DomainError):
    code = "model_error"


class EncoderError(ModelError):
    code = "encoder_missing"


class TrainingDataError(ModelError):
    code = "training_data"


class LossError(ModelError):
    code = "loss_not_finite"


class RunError(ModelError):
    code = "run_invalid"
