import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { stringifyJson } from '#lib/json/json.ts';

type CodeSnippet = { label: string; text: string };

export function createRequestSnippets(
  { baseUrl }: { baseUrl: string },
  operation: OperationName,
  body: object,
): CodeSnippet[] {
  const url = new URL(baseUrl + OPERATIONS[operation].path, location.origin).href;
  const json = stringifyJson(body);
  return [
    { label: 'curl', text: formatCurl(url, json) },
    { label: 'fetch', text: formatFetch(url, json) },
    { label: 'Python', text: formatPython(url, json) },
  ];
}

export function createDeviceRequestSnippets(
  connection: { baseUrl: string },
  deviceIDs: readonly string[],
): CodeSnippet[] {
  const [first = [], ...others] = deviceIDs.map((deviceID) =>
    createRequestSnippets(connection, 'device', { deviceID }),
  );
  return first.map(({ label, text }, at) => {
    const texts = [text, ...others.map((snippet) => snippet[at]?.text ?? '')];
    // one block per request avoids name conflicts
    return { label, text: (label === 'fetch' ? texts.map((one) => `{\n${one}}`) : texts).join('\n') };
  });
}

function formatCurl(url: string, json: string): string {
  return [
    `curl ${shellQuote(url)}`,
    '--url-query "apiKey=$FLEETLENS_API_KEY"',
    '--header "Authorization: $FLEETLENS_TOKEN"',
    "--header 'Content-Type: application/json'",
    `--data-raw ${shellQuote(json)}`,
  ].join(' \\\n  ');
}

function formatFetch(url: string, json: string): string {
  return `const { FLEETLENS_API_KEY, FLEETLENS_TOKEN } = process.env;
const url = ${scriptQuote(`${url}?apiKey=`)} + encodeURIComponent(FLEETLENS_API_KEY);
const response = await fetch(url, {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: FLEETLENS_TOKEN },
  body: ${scriptQuote(json)},
});
console.log(await response.text());
`;
}

function formatPython(url: string, json: string): string {
  return `import os
from urllib.parse import quote
from urllib.request import Request, urlopen

url = ${scriptQuote(`${url}?apiKey=`)} + quote(os.environ['FLEETLENS_API_KEY'], safe='')
body = ${scriptQuote(json)}
headers = {'Content-Type': 'application/json', 'Authorization': os.environ['FLEETLENS_TOKEN']}
with urlopen(Request(url, body.encode(), headers)) as response:
    print(response.read().decode())
`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function scriptQuote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
