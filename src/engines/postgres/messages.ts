import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';

/** Maximum size of one message of PostgreSQL; each row is one. */
const maxMessageBytes = 16 * 1024 * 1024;

/** One letter for the kind, and the length without that letter. */
const headBytes = 5;

/**
 * Breaks a connection at the header of a message that is too large, so that its statement fails with `QUERY_LIMIT`. The driver
 * would first collect all of it, and decode it outside of any statement. If it is too long for a string, that ends the
 * process: one `string_agg()` or nested `repeat()` would do.
 * @param stream a socket between two messages
 */
export function limitMessages(stream: Readable): void {
  const head = Buffer.alloc(headBytes);
  let headRead = 0;
  let bodyLeft = 0;
  // Ahead of the driver's own listener.
  stream.prependListener('data', (piece: Buffer) => {
    let at = 0;
    while (at < piece.length) {
      const passed = Math.min(bodyLeft, piece.length - at);
      bodyLeft -= passed;
      at += passed;
      const taken = piece.copy(head, headRead, at, at + headBytes - headRead);
      at += taken;
      headRead += taken;
      if (headRead < headBytes) return;
      headRead = 0;
      bodyLeft = head.readInt32BE(1) - (headBytes - 1);
      if (bodyLeft > maxMessageBytes) stream.destroy(tooLarge());
    }
  });
}

function tooLarge(): AppError {
  return new AppError(
    'QUERY_LIMIT',
    'The query has values that are too large. Aggregate into fewer items, or shorten the text.',
  );
}
