"""How far annotators agree: figures of layers compared, with intervals and what is behind them."""
