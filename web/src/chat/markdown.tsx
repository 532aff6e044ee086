import { Table, Typography } from '@mantine/core';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './chat.module.css';

/** Loaded by `AnswerText` only. A model's text must link nowhere and load nothing: links and images become plain text. */
export function Markdown({ content }: { readonly content: string }) {
  return (
    <Typography className={classes['markdown'] ?? ''}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        disallowedElements={['a', 'img', 'input']}
        unwrapDisallowed
        skipHtml
        components={components}
      >
        {content}
      </ReactMarkdown>
    </Typography>
  );
}

const components: Components = {
  table: ({ children }) => (
    <Table.ScrollContainer minWidth={320} type="native">
      <Table>{children}</Table>
    </Table.ScrollContainer>
  ),
};
