import type { Domain } from './domain.ts';
import { browsers } from './domains/browsers/domain.ts';
import { campaign } from './domains/campaign/domain.ts';
import { companies } from './domains/companies/domain.ts';
import { crafting } from './domains/crafting/domain.ts';
import { elements } from './domains/elements/domain.ts';
import { foods } from './domains/foods/domain.ts';
import { retail } from './domains/retail/domain.ts';
import { salaries } from './domains/salaries/domain.ts';
import { stations } from './domains/stations/domain.ts';
import { titles } from './domains/titles/domain.ts';

/** Every domain of the measure. */
export const domains: readonly Domain[] = [
  browsers,
  campaign,
  companies,
  crafting,
  elements,
  foods,
  retail,
  salaries,
  stations,
  titles,
];
