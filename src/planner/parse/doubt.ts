/** What a reading leaves open: a word for the sentence that says so, with what it is about. */
export type Doubt =
  | { readonly about: OpenPoint }
  | {
      readonly about:
        | 'split by'
        | 'tell apart'
        | 'has date'
        | 'no dates'
        | 'no times of day'
        | 'shorter times'
        | 'as of now'
        | 'who';
      readonly what: string;
    }
  | { readonly about: 'which date'; readonly dates: readonly [string, string] };

/** What is not seen in a question. */
export type OpenPoint =
  | 'figure'
  | 'time'
  | 'period'
  | 'computation'
  | 'rank by'
  | 'list'
  | 'comparison'
  | 'rank'
  | 'share'
  | 'others'
  | 'first few';
