import { Notification } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import './notices.css';

const NoticeContext = createContext<(text: string) => void>(() => undefined);

/** @returns says what was done, in a corner of the page and to screen readers */
export function useNotice(): (text: string) => void {
  return useContext(NoticeContext);
}

const shownMs = 8_000;

export function NoticeBoard({ children }: { readonly children: ReactNode }) {
  const [notice, setNotice] = useState<{ readonly text: string }>();
  useEffect(() => {
    if (notice === undefined) return;
    const timer = setTimeout(() => setNotice(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <NoticeContext value={(text) => setNotice({ text })}>
      {children}
      <div className="notices" role="status">
        {notice !== undefined && (
          <Notification
            withBorder
            color="teal"
            icon={<IconCheck size={18} aria-hidden />}
            closeButtonProps={{ 'aria-label': 'Dismiss' }}
            onClose={() => setNotice(undefined)}
          >
            {notice.text}
          </Notification>
        )}
      </div>
    </NoticeContext>
  );
}
