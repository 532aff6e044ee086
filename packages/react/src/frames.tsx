import { type EmbedFilters, type EmbedFrame, type EmbedOptions, mount } from '@inlay/client/embed';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useConnection } from './provider.tsx';
import { useLatest } from './use-latest.ts';

/** What both embedded pages take. */
export interface FrameProps
  extends Omit<EmbedOptions, 'kind' | 'dashboard' | 'agent' | 'baseUrl' | 'getSession'> {
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
}

export interface InlayChatProps extends FrameProps {
  /** Number of the agent. @default that of the provider */
  readonly agentId?: number | undefined;
}

interface Filtered {
  /** What is chosen in the filters, by their names; other values choose anew and clear all others. */
  readonly filters?: EmbedFilters | undefined;
}

export interface InlayDashboardProps extends FrameProps, Filtered {
  /** Name of the dashboard. @default the list of those that the user can open */
  readonly name?: string | undefined;
}

/**
 * The embedded chat in a frame, which takes the height of this element. The provider needs `getSession`, which is called for
 * the frame's own session, and the page's origin must be among the account's `embedOrigins`.
 */
export function InlayChat({ agentId, ...props }: InlayChatProps) {
  const { options } = useConnection();
  return <Frame {...props} kind="chat" agent={agentId ?? options.agentId} />;
}

/** An embedded dashboard in a frame, or the list of dashboards, as high as its content. What {@link InlayChat} needs, this needs too. */
export function InlayDashboard({ name, ...props }: InlayDashboardProps) {
  return <Frame {...props} kind="dashboard" dashboard={name} />;
}

type MountedProps = FrameProps & Pick<EmbedOptions, 'kind' | 'dashboard' | 'agent'> & Filtered;

function Frame({ className, style, ...props }: MountedProps) {
  const connection = useConnection();
  const { url } = connection.options;
  const holder = useRef<HTMLDivElement>(null);
  const mounted = useRef<EmbedFrame>(undefined);
  const { kind, dashboard, agent, locale, title } = props;
  const answers = props.onAsk !== undefined;
  const latest = useLatest({ ...props, ...connection });
  useEffect(() => {
    if (holder.current === null) return undefined;
    const { theme, filters } = latest.current;
    const frame = mount(holder.current, {
      ...{ kind, dashboard, agent, theme, locale, title, baseUrl: url },
      async getSession() {
        const { options } = latest.current;
        if (!('getSession' in options)) throw new TypeError('The provider has no getSession.');
        return options.getSession();
      },
      onReady: () => latest.current.onReady?.(),
      onExpired: () => latest.current.onExpired?.(),
      onError: (error) => latest.current.onError?.(error),
      onQuestion: (question) => latest.current.onQuestion?.(question),
      onClick: (click) => latest.current.onClick?.(click),
      onPin: (dashboard) => latest.current.onPin?.(dashboard),
      onHeight: (height) => latest.current.onHeight?.(height),
      onAsk: answers ? (question) => latest.current.onAsk?.(question) : undefined,
    });
    mounted.current = frame;
    if (filters !== undefined) frame.setFilters(filters);
    return () => frame.remove();
  }, [kind, dashboard, agent, locale, title, url, answers, latest]);

  // As text, objects that are made anew with each render are the same.
  useChanges(JSON.stringify(props.theme), () => mounted.current?.setTheme(props.theme ?? {}));
  useChanges(JSON.stringify(props.filters), () => mounted.current?.setFilters(props.filters ?? {}));
  return <div ref={holder} className={className} style={style} />;
}

/** Runs after each render with another value than the one before. */
function useChanges(value: string | undefined, run: () => void): void {
  const before = useRef(value);
  useEffect(() => {
    if (before.current !== value) run();
    before.current = value;
  });
}
