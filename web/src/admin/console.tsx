import { AppShell, Burger, Button, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDidUpdate, useDisclosure } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { decodePathPart } from '../shared/path-part.ts';
import { AccountPage } from './account/account-page.tsx';
import { AgentsPage } from './agents/agents-page.tsx';
import { AttributesPage } from './attributes/attributes-page.tsx';
import { AuditPage } from './audit/audit-page.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { DeploymentPage } from './deployments/deployment-page.tsx';
import { DeploymentsPage } from './deployments/deployments-page.tsx';
import { GetStartedPage } from './get-started/get-started-page.tsx';
import { GroupsPage } from './groups/groups-page.tsx';
import { KeysPage } from './keys/keys-page.tsx';
import { navigation } from './navigation.ts';
import { PageHeader } from './parts/page-header.tsx';
import { TextLink } from './parts/text-link.tsx';
import { PlaygroundPage } from './playground/playground-page.tsx';
import { PlaygroundStart } from './playground/playground-start.tsx';
import { QualityPage } from './quality/quality-page.tsx';
import { TurnPage } from './quality/turn-page.tsx';
import { SessionsPage } from './sessions/sessions-page.tsx';
import { TenantPage } from './tenants/tenant-page.tsx';
import { TenantsPage } from './tenants/tenants-page.tsx';
import { ThreadPage } from './threads/thread-page.tsx';
import { ThreadsPage } from './threads/threads-page.tsx';
import { UsagePage } from './usage/usage-page.tsx';
import { UserPage } from './users/user-page.tsx';
import { UsersPage } from './users/users-page.tsx';
import './console.css';

/** The frame of the console: header, navigation and the page. */
export function Console({ onSignOut }: { readonly onSignOut: () => void }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [location] = useLocation();
  const burger = useRef<HTMLButtonElement>(null);
  const main = useRef<HTMLElement>(null);
  // After navigation, start at the top, also for the keyboard and screen readers.
  useDidUpdate(() => main.current?.focus(), [pageOf(location)]);

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    close();
    burger.current?.focus();
  }

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 230, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              onKeyDown={closeOnEscape}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={isOpen}
            />
            <Text fw={700}>Inlay</Text>
            <Text c="dimmed" size="sm" visibleFrom="xs">
              Admin console
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ColorSchemeSwitch />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconLogout size={14} aria-hidden />}
              onClick={onSignOut}
            >
              Sign out
            </Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        p="sm"
        aria-label="Areas"
        className="console-areas"
        mod={{ closed: !isOpen }}
        onKeyDown={closeOnEscape}
      >
        <ScrollArea>
          {navigation.map(({ title, items }) => (
            <div key={title}>
              <Text size="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={4}>
                {title}
              </Text>
              {items.map(({ href, label, Icon }) => {
                const isHere = href === '/' ? location === '/' : location.startsWith(href);
                return (
                  <NavLink
                    key={href}
                    component={Link}
                    href={href}
                    label={label}
                    leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
                    active={isHere}
                    aria-current={isHere ? 'page' : undefined}
                    onClick={close}
                    style={{ borderRadius: 'var(--mantine-radius-md)' }}
                  />
                );
              })}
            </div>
          ))}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main ref={main} tabIndex={-1} className="console-main">
        <Switch>
          <Route path="/" component={AccountPage} />
          <Route path="/usage" component={UsagePage} />
          <Route path="/get-started" component={GetStartedPage} />
          <Route path="/users" component={UsersPage} />
          <Route path="/users/:id">{({ id }) => <UserPage key={id} id={decodePathPart(id)} />}</Route>
          <Route path="/groups" component={GroupsPage} />
          <Route path="/attributes" component={AttributesPage} />
          <Route path="/tenants" component={TenantsPage} />
          <Route path="/tenants/:name/:tab?">
            {({ name, tab }) => <TenantPage key={name} name={name} tab={tab} />}
          </Route>
          <Route path="/deployments" component={DeploymentsPage} />
          <Route path="/deployments/:id">
            {({ id }) => <DeploymentPage key={id} deploymentId={Number(id)} />}
          </Route>
          <Route path="/playground" component={PlaygroundStart} />
          <Route path="/playground/:deploymentId/:tab?">
            {({ deploymentId, tab }) => (
              <PlaygroundPage key={deploymentId} deploymentId={Number(deploymentId)} tab={tab} />
            )}
          </Route>
          <Route path="/agents" component={AgentsPage} />
          <Route path="/threads" component={ThreadsPage} />
          <Route path="/threads/:chatId">{({ chatId }) => <ThreadPage key={chatId} chatId={chatId} />}</Route>
          <Route path="/quality" component={QualityPage} />
          <Route path="/quality/:id">{({ id }) => <TurnPage key={id} id={decodePathPart(id)} />}</Route>
          <Route path="/sessions" component={SessionsPage} />
          <Route path="/audit" component={AuditPage} />
          <Route path="/keys" component={KeysPage} />
          <Route component={UnknownPage} />
        </Switch>
      </AppShell.Main>
    </AppShell>
  );
}

function UnknownPage() {
  return (
    <>
      <PageHeader title="There is no such page" text="The console has no page at this address." />
      <TextLink href="/">Go to the overview</TextLink>
    </>
  );
}

/** Anything after it, such as a tab, is on the same page. */
function pageOf(location: string): string {
  return location.split('/').slice(0, 3).join('/');
}
