import {
  type Icon,
  IconBuilding,
  IconChartBar,
  IconDatabase,
  IconFlask,
  IconHistory,
  IconHome,
  IconInbox,
  IconKey,
  IconMessages,
  IconRobot,
  IconRocket,
  IconTags,
  IconTicket,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';

interface Area {
  readonly href: string;
  readonly label: string;
  readonly Icon: Icon;
}

/** The areas of the console, as its navigation shows them. */
export const navigation: readonly { readonly title: string; readonly items: readonly Area[] }[] = [
  {
    title: 'Account',
    items: [
      { href: '/', label: 'Overview', Icon: IconHome },
      { href: '/get-started', label: 'Get started', Icon: IconRocket },
      { href: '/keys', label: 'API keys', Icon: IconKey },
    ],
  },
  {
    title: 'People',
    items: [
      { href: '/users', label: 'Users', Icon: IconUser },
      { href: '/groups', label: 'Groups', Icon: IconUsersGroup },
      { href: '/attributes', label: 'User attributes', Icon: IconTags },
      { href: '/tenants', label: 'Embed tenants', Icon: IconBuilding },
    ],
  },
  {
    title: 'Data',
    items: [
      { href: '/deployments', label: 'Deployments', Icon: IconDatabase },
      { href: '/agents', label: 'Agents', Icon: IconRobot },
      { href: '/playground', label: 'Playground', Icon: IconFlask },
    ],
  },
  {
    title: 'Activity',
    items: [
      { href: '/usage', label: 'Usage', Icon: IconChartBar },
      { href: '/quality', label: 'Quality', Icon: IconInbox },
      { href: '/threads', label: 'Threads', Icon: IconMessages },
      { href: '/sessions', label: 'Sessions', Icon: IconTicket },
      { href: '/audit', label: 'Audit log', Icon: IconHistory },
    ],
  },
];
