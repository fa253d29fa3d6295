"""Everything that makes the models: data, training, export, evaluation. Never on the device."""
