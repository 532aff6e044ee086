import { type EmbedError, type EmbedFrame, type EmbedOptions, mount } from '@inlay/client/embed';
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

export interface InlayDashboardProps extends FrameProps {
  /** Name of the dashboard. */
  readonly name: string;
}

/**
 * The embedded chat in a frame, which takes the height of this element. The provider needs `getSession`, which is called for
 * the frame's own session, and the page's origin must be among the account's `embedOrigins`.
 */
export function InlayChat({ agentId, ...props }: InlayChatProps) {
  const { options } = useConnection();
  return <Frame {...props} kind="chat" agent={agentId ?? options.agentId} />;
}

/** An embedded dashboard in a frame, as high as its content. What {@link InlayChat} needs, this needs too. */
export function InlayDashboard({ name, ...props }: InlayDashboardProps) {
  return <Frame {...props} kind="dashboard" dashboard={name} />;
}

type MountedProps = FrameProps & Pick<EmbedOptions, 'kind' | 'dashboard' | 'agent'>;

function Frame({ className, style, ...props }: MountedProps) {
  const { url } = useConnection().options;
  const holder = useRef<HTMLDivElement>(null);
  const mounted = useRef<EmbedFrame>(undefined);
  const { kind, dashboard, agent, theme, locale, title } = props;
  const asksItself = props.onAsk !== undefined;
  // A look is mostly written in place, and is another object each time.
  const look = JSON.stringify(theme);
  const shownLook = useRef(look);
  const latest = useLatest({ ...props, ...useConnection() });
  useEffect(() => {
    if (holder.current === null) return undefined;
    const frame = mount(holder.current, {
      ...{ kind, dashboard, agent, theme: latest.current.theme, locale, title, baseUrl: url },
      async getSession() {
        const { options } = latest.current;
        if (!('getSession' in options)) throw new TypeError('The provider has no getSession.');
        return options.getSession();
      },
      onReady: () => latest.current.onReady?.(),
      onExpired: () => latest.current.onExpired?.(),
      onError: (error: EmbedError) => latest.current.onError?.(error),
      onQuestion: (question: string) => latest.current.onQuestion?.(question),
      onClick: (click) => latest.current.onClick?.(click),
      onHeight: (height) => latest.current.onHeight?.(height),
      ...(asksItself && { onAsk: (question: string) => latest.current.onAsk?.(question) }),
    });
    mounted.current = frame;
    return () => frame.remove();
  }, [kind, dashboard, agent, locale, title, url, asksItself, latest]);
  useEffect(() => {
    if (shownLook.current === look) return;
    shownLook.current = look;
    mounted.current?.setTheme(latest.current.theme ?? {});
  }, [look, latest]);
  return <div ref={holder} className={className} style={style} />;
}
