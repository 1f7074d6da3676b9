export const CHECK_USAGE = `fleetlens check FILE --url URL: evaluate the limits of a dashboard file, for cron and monitoring
  --url URL         base URL of the service, such as https://devices.example.com/api
  --key-file FILE   read the API key from a file with mode 600 (default: FLEETLENS_API_KEY)
  --token-file FILE read the token from a file with mode 600 (default: FLEETLENS_TOKEN)
  --format FORMAT   text (default; for monitoring plugins), json or prometheus (for the node exporter)
  --output FILE     write the result to a file, replaced as a whole, instead of standard output
  --state FILE      keep earlier numbers, for limits over several refreshes and comparisons with earlier days
  --every PERIOD    repeat until stopped, such as every 60s, 5min or 1h
  --timeout PERIOD  time limit of one refresh, and of waiting for another check with the same state (default: 60s)
  --webhook URL     post each crossing of a limit once, signed; requires --state or --every
  --webhook-file F  read the URL of the webhook from a file with mode 600 (default: FLEETLENS_WEBHOOK_URL)
  --secret-file F   read the secret of the signature from a file with mode 600 (default: FLEETLENS_WEBHOOK_SECRET)
  Exit codes: 0 ok, 1 warning, 2 critical, 3 unknown`;

export const CHECK_OPTIONS = {
  url: { type: 'string' },
  'key-file': { type: 'string' },
  'token-file': { type: 'string' },
  format: { type: 'string' },
  output: { type: 'string' },
  state: { type: 'string' },
  every: { type: 'string' },
  timeout: { type: 'string' },
  webhook: { type: 'string' },
  'webhook-file': { type: 'string' },
  'secret-file': { type: 'string' },
} as const;
