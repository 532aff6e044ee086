import fc from 'fast-check';

/**
 * Properties draw the same examples in every run, so that a change is judged by itself and not by its luck.
 * `PROPERTY_SEED=random npm test` looks for new ones; a number replays those of a failure.
 */
const { PROPERTY_SEED: seed = '1' } = process.env;

fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) });
