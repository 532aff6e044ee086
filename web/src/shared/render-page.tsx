import '@mantine/core/styles.css';
import './page.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode, useMemo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Broken } from './broken.tsx';
import { cspNonce } from './csp-nonce.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { pageLook } from './look.ts';
import { themeOf, variablesOf } from './theme.ts';

/**
 * Renders a page into `#root`, in the look that its host wants. Without one the system decides between light and dark, or the
 * reader's own choice (Mantine's `useMantineColorScheme`).
 */
export function renderPage(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  createRoot(root).render(
    <StrictMode>
      <Themed>
        <ErrorBoundary fallback={<Broken />}>{page}</ErrorBoundary>
      </Themed>
    </StrictMode>,
  );
}

function Themed({ children }: { readonly children: ReactNode }) {
  const look = useSyncExternalStore(pageLook.subscribe, pageLook.get);
  const theme = useMemo(() => themeOf(look), [look]);
  const variables = useMemo(() => variablesOf(look), [look]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      {...(look.scheme === undefined ? {} : { forceColorScheme: look.scheme })}
      getStyleNonce={cspNonce}
    >
      {children}
    </MantineProvider>
  );
}
