import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { RateMessageDocument, RatingsDocument } from './generated/graphql.ts';

export type Rating = -1 | 0 | 1;

export interface Ratings {
  readonly of: (messageId: string) => Rating;
  readonly rate: (messageId: string, rating: Rating) => void;
}

/** The reader's ratings of a thread's answers. */
export function useRatings(chatId: string | undefined): Ratings {
  const [own, setOwn] = useState<ReadonlyMap<string, Rating>>(new Map());
  const [{ data }] = useQuery({
    query: RatingsDocument,
    variables: { chatId: chatId ?? '' },
    pause: chatId === undefined,
  });
  const [, rate] = useMutation(RateMessageDocument);
  const stored = new Map(
    data?.chatThread.messages.edges.map(({ node }) => [node.messageId, ratingOf(node.rating)]),
  );
  return {
    of: (messageId) => own.get(messageId) ?? stored.get(messageId) ?? 0,
    rate(messageId, rating) {
      const before = own.get(messageId) ?? stored.get(messageId) ?? 0;
      setOwn((ratings) => new Map(ratings).set(messageId, rating));
      void rate({ input: { messageId, rating } }).then(({ error }) => {
        if (error !== undefined) setOwn((ratings) => new Map(ratings).set(messageId, before));
      });
    },
  };
}

function ratingOf(rating: number): Rating {
  return rating > 0 ? 1 : rating < 0 ? -1 : 0;
}
