import { enumValue } from './fields.ts';

export const accountPlan = enumValue('AccountPlan', 'What an account includes.', {
  premium: 'Includes embedding and chat.',
  enterprise: 'Includes embedding and chat.',
  other: 'Any other plan. Includes neither embedding nor chat.',
});
