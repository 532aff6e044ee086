import { useState } from 'react';
import { type OperationResult, useClient } from 'urql';
import { failureText } from '../shared/failure.ts';
import {
  DeleteDashboardDocument,
  DeleteDashboardTileDocument,
  type OpenDashboardFragment,
  UpdateDashboardDocument,
  type UpdateDashboardInput,
  UpdateDashboardTileDocument,
  type UpdateDashboardTileInput,
} from './generated/graphql.ts';

/** Changes of an open dashboard by its user. Each resolves to why it failed, and to undefined otherwise. */
export interface Changes {
  readonly isBusy: boolean;
  readonly update: (changes: Omit<UpdateDashboardInput, 'id'>) => Promise<string | undefined>;
  readonly updateTile: (
    id: string,
    changes: Omit<UpdateDashboardTileInput, 'id'>,
  ) => Promise<string | undefined>;
  readonly deleteTile: (id: string) => Promise<string | undefined>;
  readonly deleteDashboard: () => Promise<string | undefined>;
}

/** @param onChange called with the dashboard as the service has it after a change */
export function useChanges(
  { id }: Pick<OpenDashboardFragment, 'id'>,
  onChange: (dashboard: OpenDashboardFragment) => void,
): Changes {
  const client = useClient();
  const [pending, setPending] = useState(0);

  async function send<Data>(
    sent: PromiseLike<OperationResult<Data>>,
    changed: (data: Data) => OpenDashboardFragment,
  ): Promise<string | undefined> {
    setPending((count) => count + 1);
    const { data, error } = await sent;
    setPending((count) => count - 1);
    if (data === undefined) return failureText(error);
    onChange(changed(data));
    return undefined;
  }

  return {
    isBusy: pending > 0,
    update: (changes) =>
      send(
        client.mutation(UpdateDashboardDocument, { input: { id, ...changes } }),
        (data) => data.updateDashboard.dashboard,
      ),
    updateTile: (tile, changes) =>
      send(
        client.mutation(UpdateDashboardTileDocument, { input: { id: tile, ...changes } }),
        (data) => data.updateDashboardTile.dashboard,
      ),
    deleteTile: (tile) =>
      send(
        client.mutation(DeleteDashboardTileDocument, { id: tile }),
        (data) => data.deleteDashboardTile.dashboard,
      ),
    async deleteDashboard() {
      const { data, error } = await client.mutation(DeleteDashboardDocument, { id });
      return data === undefined ? failureText(error) : undefined;
    },
  };
}
