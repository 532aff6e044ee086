import { Table, Typography } from '@mantine/core';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import classes from './chat.module.css';

/** Loaded by `AnswerText` only. What a model says must lead nowhere and load nothing: links and images are their text. */
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
