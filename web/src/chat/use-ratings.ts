import type { ChatRating, Message } from '@inlay/client';
import { useInlay } from '@inlay/react';
import { useState } from 'react';

export interface Ratings {
  readonly of: (message: Message) => ChatRating;
  readonly rate: (message: Message, rating: ChatRating) => void;
}

/** The reader's ratings of a thread's answers. */
export function useRatings(): Ratings {
  const client = useInlay();
  const [own, setOwn] = useState<ReadonlyMap<string, ChatRating>>(new Map());
  const set = (id: string, rating: ChatRating) => setOwn((ratings) => new Map(ratings).set(id, rating));
  const of = ({ id, rating }: Message) => own.get(id) ?? rating;
  return {
    of,
    rate(message, rating) {
      set(message.id, rating);
      client.rate(message.id, rating).catch(() => set(message.id, of(message)));
    },
  };
}
