import type { ChatRating, Message, RatingReasons } from '@inlay/client';
import { useInlay } from '@inlay/react';
import { useState } from 'react';

export interface Ratings {
  readonly of: (message: Message) => ChatRating;
  /** @returns false if it could not be kept */
  readonly rate: (message: Message, rating: ChatRating, why?: RatingReasons) => Promise<boolean>;
}

/** The reader's ratings of a thread's answers. */
export function useRatings(): Ratings {
  const client = useInlay();
  const [own, setOwn] = useState<ReadonlyMap<string, ChatRating>>(new Map());
  const set = (id: string, rating: ChatRating) => setOwn((ratings) => new Map(ratings).set(id, rating));
  const of = ({ id, rating }: Message) => own.get(id) ?? rating;
  return {
    of,
    async rate(message, rating, why) {
      set(message.id, rating);
      try {
        await client.rate(message.id, rating, why);
        return true;
      } catch {
        set(message.id, of(message));
        return false;
      }
    },
  };
}
