import { useMutation } from 'urql';
import { failureText } from '../shared/failure.ts';
import { words } from '../shared/words/words.ts';
import { CreateDashboardDocument } from './generated/graphql.ts';
import { TitleForm } from './title-form.tsx';

interface NewDashboardProps {
  readonly onMade: (name: string) => void;
  readonly onClose: () => void;
}

/** Makes an empty dashboard. */
export function NewDashboard({ onMade, onClose }: NewDashboardProps) {
  const [, create] = useMutation(CreateDashboardDocument);
  return (
    <TitleForm
      heading={words().keeping.newDashboard}
      title=""
      onClose={onClose}
      onSave={async (title) => {
        const { data, error } = await create({ title });
        if (data === undefined) return failureText(error);
        onMade(data.createDashboard.dashboard.name);
        return undefined;
      }}
    />
  );
}
