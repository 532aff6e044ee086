import {
  InlayChat,
  InlayDashboard,
  InlayProvider,
  useAsk,
  useDashboard,
  useInlay,
  useQuery,
  useThread,
  useThreads,
  useTile,
} from '@inlay/react';
import { createElement, type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

/** @inlay/react on a server, where nothing may be requested and there is no window. */

const requests: string[] = [];

function render(children: ReactNode): string {
  const provider = createElement(InlayProvider, {
    url: 'https://inlay.test',
    getSession: async () => {
      requests.push('session');
      return 'session';
    },
    fetch: async (url) => {
      requests.push(String(url));
      throw new TypeError('There is no network.');
    },
    children,
  });
  return renderToString(createElement(StrictMode, null, provider));
}

function Everything() {
  const { data, isLoading } = useQuery('SELECT 1');
  const shown = [
    useThread('thread').phase,
    useAsk().answer,
    useThreads().threads,
    useDashboard('sales').data,
    useTile('sales', 'revenue').data,
    data,
    isLoading,
    typeof useInlay().ask,
  ];
  return createElement('p', null, JSON.stringify(shown));
}

describe('on a server', () => {
  it('React on a server renders what is not known yet, and requests nothing', () => {
    const html = render([
      createElement(Everything, { key: 'everything' }),
      createElement(InlayChat, { key: 'chat', className: 'chat', style: { height: 600 } }),
      createElement(InlayDashboard, { key: 'dashboard', name: 'sales' }),
    ]);
    expect(html.replaceAll('&quot;', '"')).toBe(
      '<p>["idle","",null,null,null,null,true,"function"]</p><div class="chat" style="height:600px"></div><div></div>',
    );
    expect(requests).toEqual([]);
  });

  it('a hook without a provider says what is missing', () => {
    expect(() => renderToString(createElement(Everything))).toThrow(
      'There is no <InlayProvider> around this.',
    );
  });
});
