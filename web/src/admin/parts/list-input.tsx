import { TagsInput, type TagsInputProps } from '@mantine/core';
import { listDivider } from './form-values.ts';

/** Takes several texts, each ended with Enter; they may have commas in them. */
export function ListInput(props: TagsInputProps) {
  return <TagsInput splitChars={[]} hiddenInputValuesDivider={listDivider} {...props} />;
}
