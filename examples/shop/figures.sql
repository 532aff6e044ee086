-- Headline questions about the shop with SQL typed by hand over the raw tables: what a right answer is measured against.
-- Each block is `-- name: question`, then one statement in the dialect that DuckDB and PostgreSQL share.

-- total_revenue: What is our total revenue?
SELECT SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) AS revenue
FROM order_lines l
WHERE NOT l.cancelled;

-- revenue_by_region: What is the revenue by region?
SELECT o.region, SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) AS revenue
FROM order_lines l
JOIN orders o ON o.order_id = l.order_id
WHERE NOT l.cancelled
GROUP BY o.region
ORDER BY revenue DESC;

-- revenue_by_category: What is the revenue by category?
SELECT p.category, SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) AS revenue
FROM order_lines l
JOIN products p ON p.product_id = l.product_id
WHERE NOT l.cancelled
GROUP BY p.category
ORDER BY revenue DESC;

-- revenue_by_category_2025: What was the revenue by category in 2025?
SELECT p.category, SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) AS revenue
FROM order_lines l
JOIN orders o ON o.order_id = l.order_id
JOIN products p ON p.product_id = l.product_id
WHERE NOT l.cancelled
  AND o.ordered_at >= TIMESTAMP '2025-01-01'
  AND o.ordered_at < TIMESTAMP '2026-01-01'
GROUP BY p.category
ORDER BY revenue DESC;

-- revenue_by_month_2025: How did revenue develop by month in 2025?
SELECT date_trunc('month', o.ordered_at) AS month, SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) AS revenue
FROM order_lines l
JOIN orders o ON o.order_id = l.order_id
WHERE NOT l.cancelled
  AND o.ordered_at >= TIMESTAMP '2025-01-01'
  AND o.ordered_at < TIMESTAMP '2026-01-01'
GROUP BY 1
ORDER BY 1;

-- orders_by_year: How many orders were there each year?
SELECT date_trunc('year', o.ordered_at) AS year, COUNT(*) AS order_count
FROM orders o
GROUP BY 1
ORDER BY 1;

-- orders_by_channel: How many orders came through each sales channel?
SELECT o.channel, COUNT(*) AS order_count
FROM orders o
GROUP BY o.channel
ORDER BY order_count DESC;

-- average_order_value: What is the average order value?
SELECT SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) / COUNT(DISTINCT l.order_id) AS avg_order_value
FROM order_lines l
WHERE NOT l.cancelled;

-- cancellation_rate: What is the cancellation rate?
SELECT 1.0 * COUNT(*) FILTER (WHERE o.status = 'cancelled') / COUNT(*) AS cancellation_rate
FROM orders o;

-- return_rate_by_category: What is the return rate by category?
SELECT p.category, 1.0 * SUM(l.returned_quantity) / SUM(l.quantity) AS return_rate
FROM order_lines l
JOIN products p ON p.product_id = l.product_id
WHERE NOT l.cancelled
GROUP BY p.category
ORDER BY return_rate DESC;

-- top_products: What are the top 5 products by revenue?
SELECT p.name AS product_name, SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) AS revenue
FROM order_lines l
JOIN products p ON p.product_id = l.product_id
WHERE NOT l.cancelled
GROUP BY p.name
ORDER BY revenue DESC
LIMIT 5;

-- returns_by_reason: How many returns were there by reason?
SELECT r.reason, COUNT(*) AS return_count
FROM returns r
GROUP BY r.reason
ORDER BY return_count DESC;

-- refunds: How much did we refund?
SELECT SUM(r.refund_amount) AS refund_amount
FROM returns r;

-- customers_by_country: How many customers do we have by country?
SELECT c.country, COUNT(*) AS customer_count
FROM customers c
GROUP BY c.country
ORDER BY customer_count DESC;

-- shipping_revenue_by_category: What shipping revenue do orders with goods of each category bring?
-- Each order's fee counts once in every category that the order holds: a plain join would count it once for each line.
SELECT category, SUM(shipping_fee) AS shipping_revenue
FROM (
  SELECT DISTINCT p.category, o.order_id, o.shipping_fee
  FROM orders o
  JOIN order_lines l ON l.order_id = o.order_id
  JOIN products p ON p.product_id = l.product_id
  WHERE o.status <> 'cancelled'
) fees
GROUP BY category
ORDER BY category;

-- stores_by_country: What floor area and what store revenue is there in each country?
-- A store has many orders and an order many lines: each floor counts once.
SELECT s.country, SUM(s.floor_area_m2) AS floor_area, SUM(sold.revenue) AS store_revenue
FROM stores s
LEFT JOIN (
  SELECT o.store_id, SUM(l.quantity * l.unit_price - COALESCE(l.discount, 0)) AS revenue
  FROM orders o
  JOIN order_lines l ON l.order_id = o.order_id
  WHERE NOT l.cancelled
  GROUP BY o.store_id
) sold ON sold.store_id = s.store_id
GROUP BY s.country
ORDER BY s.country;
