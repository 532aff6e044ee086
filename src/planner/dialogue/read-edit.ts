import type { Edit } from './edit.ts';
import { type Draft, widen, wordings } from './wordings.ts';

const anew =
  /^\s*(?:(?:ok(?:ay)?|and|now),? )?(?:(?:something|a different|another|one other|one more) (?:else|thing|question|topic|subject)|(?:new|different|other|unrelated) (?:question|topic|subject)|different)\s*[:,;.–—-]+\s*/iu;

/** @param message with its small words as the grammar knows them */
export function readEdit(message: string): Edit {
  const opening = anew.exec(message)?.[0] ?? '';
  const edit: Draft = {
    rest: message.slice(opening.length),
    isOwn: opening !== '',
    goesOn: false,
    corrects: false,
    adds: false,
    replaces: false,
    narrows: false,
    dropped: [],
    denied: undefined,
    widens: false,
    unlimited: false,
    plain: false,
    keepsDates: undefined,
    ofGroups: false,
    asks: undefined,
  };
  if (edit.isOwn) return edit;
  for (const [wording, instead, effect] of wordings) {
    const found = wording.exec(edit.rest);
    if (found === null) continue;
    effect(
      edit,
      found.slice(1).map((it) => it ?? ''),
    );
    edit.goesOn ||= effect !== widen;
    edit.rest = edit.rest.replace(wording, instead);
  }
  return edit;
}
