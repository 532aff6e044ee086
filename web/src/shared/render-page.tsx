import '@mantine/core/styles.css';
import './page.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Broken } from './broken.tsx';
import { cspNonce } from './csp-nonce.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { colorSchemeOf, theme } from './theme.ts';

/**
 * Renders a page into `#root`, in the system's color scheme. `?theme=light` or `?theme=dark` in the address
 * overrides that for this page; without it the reader's own choice (Mantine's `useMantineColorScheme`) is kept.
 */
export function renderPage(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  const forced = colorSchemeOf(window.location.search);
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        {...(forced === undefined ? {} : { forceColorScheme: forced })}
        getStyleNonce={cspNonce}
      >
        <ErrorBoundary fallback={<Broken />}>{page}</ErrorBoundary>
      </MantineProvider>
    </StrictMode>,
  );
}
