import type { Host } from '../shared/host.ts';
import { DashboardList } from './dashboard-list.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { PageFrame } from './page-frame.tsx';
import { usePlace } from './place.ts';

/** One dashboard, or the list of those that the reader can open. */
export function Dashboards({ host }: { readonly host: Host }) {
  const { name, hasList, open } = usePlace();
  return (
    <PageFrame host={host}>
      {name === undefined ? (
        <DashboardList host={host} onOpen={open} />
      ) : (
        <DashboardPage
          key={name}
          name={name}
          host={host}
          onList={hasList ? () => open(undefined) : undefined}
        />
      )}
    </PageFrame>
  );
}
