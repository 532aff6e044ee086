import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { type ChatRating, RateMessageDocument, RatingsDocument } from './generated/graphql.ts';

export type Rating = ChatRating;

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
  const stored = new Map(data?.chatThread.messages.edges.map(({ node }) => [node.id, node.rating]));
  return {
    of: (messageId) => own.get(messageId) ?? stored.get(messageId) ?? 'NONE',
    rate(messageId, rating) {
      const before = own.get(messageId) ?? stored.get(messageId) ?? 'NONE';
      setOwn((ratings) => new Map(ratings).set(messageId, rating));
      void rate({ input: { id: messageId, rating } }).then(({ error }) => {
        if (error !== undefined) setOwn((ratings) => new Map(ratings).set(messageId, before));
      });
    },
  };
}
