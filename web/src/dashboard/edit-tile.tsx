import { ActionIcon, Group } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDelete } from '../shared/confirm-delete.tsx';
import { words } from '../shared/words/words.ts';
import type { Tile } from './rows.ts';
import { TitleForm } from './title-form.tsx';
import type { Changes } from './use-changes.ts';

interface EditTileProps {
  readonly tile: Tile;
  /** From 0. */
  readonly position: number;
  readonly count: number;
  readonly changes: Changes;
  /** Told to assistive technology. */
  readonly onTell: (text: string) => void;
  readonly onFailure: (text: string) => void;
}

const narrow = 6;
const wide = 12;

/** What the user of a dashboard can do with a tile. The tools come in the order in which they are reached by keyboard. */
export function EditTile({ tile, position, count, changes, onTell, onFailure }: EditTileProps) {
  const text = words().keeping;
  const { title, id } = tile;
  const [asked, ask] = useState<'rename' | 'delete'>();
  const earlier = useRef<HTMLButtonElement>(null);
  const later = useRef<HTMLButtonElement>(null);
  const moved = useRef<'earlier' | 'later'>(undefined);

  // A tile that moves loses the focus, which its keyboard user needs for the next move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move has a position of its own
  useEffect(() => {
    const wanted = moved.current;
    moved.current = undefined;
    if (wanted === undefined) return;
    const [first, other] = wanted === 'earlier' ? [earlier, later] : [later, earlier];
    (first.current?.disabled === true ? other : first).current?.focus();
  }, [position]);

  async function tell(change: Promise<string | undefined>, done?: string): Promise<void> {
    const failure = await change;
    if (failure !== undefined) onFailure(failure);
    else if (done !== undefined) onTell(done);
  }

  function move(by: -1 | 1): void {
    moved.current = by < 0 ? 'earlier' : 'later';
    const next = position + by;
    void tell(changes.updateTile(id, { position: next }), text.moved(title, next + 1, count));
  }

  const isWide = tile.width > narrow;
  const tool = { variant: 'subtle', color: 'gray', size: 'md' } as const;
  return (
    <Group gap={2} wrap="nowrap" role="group" aria-label={text.actionsOf(title)}>
      <ActionIcon
        {...tool}
        ref={earlier}
        disabled={position === 0}
        onClick={() => move(-1)}
        aria-label={text.earlier(title)}
      >
        <IconArrowLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...tool}
        ref={later}
        disabled={position === count - 1}
        onClick={() => move(1)}
        aria-label={text.later(title)}
      >
        <IconArrowRight size={16} aria-hidden />
      </ActionIcon>
      {tile.kind === 'FIGURE' ? null : (
        <ActionIcon
          {...tool}
          onClick={() => void tell(changes.updateTile(id, { width: isWide ? narrow : wide }))}
          aria-label={isWide ? text.narrower(title) : text.wider(title)}
        >
          <IconArrowsHorizontal size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon {...tool} onClick={() => ask('rename')} aria-label={text.rename(title)}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...tool} color="red" onClick={() => ask('delete')} aria-label={text.remove(title)}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      {asked === 'rename' ? (
        <TitleForm
          heading={text.rename(title)}
          title={title}
          onSave={(next) => changes.updateTile(id, { title: next })}
          onClose={() => ask(undefined)}
        />
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDelete
          heading={text.remove(title)}
          question={text.confirmRemove(title)}
          onConfirm={() => changes.deleteTile(id)}
          onClose={() => ask(undefined)}
        />
      ) : null}
    </Group>
  );
}
