#!/usr/bin/env bash
# The REST API with curl: a session for one user, its token, a question, the same figures as CSV, and the end.
set -euo pipefail

url=${INLAY_URL:-http://127.0.0.1:4000}
key=${ADMIN_API_KEY:?the key of your server}

# post PATH AUTHORIZATION BODY: fails, with the answer on standard error, unless the status is of the 2xx.
post() {
  curl --silent --show-error --no-buffer --fail-with-body "$url$1" \
    -H 'Content-Type: application/json' -H "Authorization: $2" -d "$3" || { echo "POST $1 failed" >&2; return 1; }
}
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# Your server mints the session with its key …
session=$(post /api/v1/embed/generate-session "Api-Key $key" \
  '{"deploymentId": 1, "externalId": "emma", "userAttributes": [{"name": "region", "value": ["EU"]}]}' | field sessionId)
echo "session ${session:0:8}…"

# … and the browser exchanges it, once, for a token that acts for that user only.
token=$(curl --silent --show-error --fail-with-body "$url/api/v1/embed/session/token" \
  -H 'Content-Type: application/json' -d "{\"sessionId\": \"$session\"}" | field token)

echo 'answer:'
post /api/v1/public/acme/agents/1/chat/stream-chat-state "Bearer $token" \
  '{"input": "How many orders in 2025 by channel?"}' | grep -v '^{"id":"__' | grep '"graphPath":\["final"\]' | field content

echo 'rows:'
post /api/v1/deployments/1/sql "Bearer $token" '{
  "query": "SELECT channel, MEASURE(order_count) AS orders FROM orders_overview GROUP BY 1 ORDER BY 2 DESC",
  "format": "csv"
}'

post /api/v1/embed/session/revoke "Api-Key $key" "{\"sessionId\": \"$session\"}"
echo 'revoked'
