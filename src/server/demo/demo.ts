import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Session } from '#server/store/database.ts';
import { saveProject } from '#server/store/projects.ts';
import { dropBodyIndexIfFew, restoreBodyIndex } from '#server/store/schema.ts';
import { hash } from '#server/store/store.ts';

export type Credentials = { apiKey: string; token: string };

/** How large a demo is. The same numbers and seed make the same data, to the byte, on every database. */
export type DemoSize = { devices: number; documents: number; seed: number };

export const DEMO_PROJECT = 'demo';
export const DEMO_SIZE: DemoSize = { devices: 2000, documents: 100_000, seed: 1 };

/** The collections a demo has; `logs` holds `documents` documents, the others are small. */
export const DEMO_COLLECTIONS = ['logs', 'anomalies', 'history', 'Sensors', 'tasks'] as const;

/**
 * The demo's credentials: from the environment, else as an earlier start left them in the directory, else made now.
 * They are kept readable by the owner alone, since the console must offer them to whoever sits at this machine.
 */
export async function demoCredentials(directory: string, environment: NodeJS.ProcessEnv): Promise<Credentials> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'demo.json');
  const kept: Partial<Credentials> = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const credentials = {
    apiKey: environment['FLEETLENS_DEMO_API_KEY'] || kept.apiKey || `demo-${randomBytes(12).toString('hex')}`,
    token: environment['FLEETLENS_DEMO_TOKEN'] || kept.token || randomBytes(24).toString('base64url'),
  };
  if (credentials.apiKey !== kept.apiKey || credentials.token !== kept.token) {
    await writeFile(file, `${JSON.stringify(credentials)}\n`, { mode: 0o600 });
  }
  return credentials;
}

/** Makes the credentials open the demo project, and fills it if it is empty. */
export async function provideDemo(database: Database, { apiKey, token }: Credentials): Promise<void> {
  const project = { id: DEMO_PROJECT, name: 'Demo', keyHash: hash(apiKey), tokenHash: hash(token) };
  await database.transaction((session) => saveProject(session, project));
  const [[there] = []] = await database.query('select exists (select from device where project = $1)', [DEMO_PROJECT]);
  if (there === 'f') await makeDemo(database, DEMO_PROJECT, DEMO_SIZE);
}

/** Fills an empty project with a lifelike fleet and its collections, in one transaction. */
export async function makeDemo(database: Database, project: string, size: DemoSize): Promise<void> {
  await database.transaction(async (session) => {
    await session.query(DEVICES, [project, size.devices, size.seed, JSON.stringify(PRODUCTS), JSON.stringify(ADMINS)]);
    const dropped = database.kind === 'pglite' && (await dropBodyIndexIfFew(session, 0));
    await makeCollection(session, project, 'logs', size.documents, size, LOG);
    await makeCollection(session, project, 'anomalies', 2000, size, ANOMALY);
    await makeCollection(session, project, 'history', 5000, size, HISTORY);
    await makeCollection(session, project, 'Sensors', 600, size, SENSOR);
    await makeCollection(session, project, 'tasks', 300, size, TASK);
    if (dropped) await restoreBodyIndex(session);
    await session.query('analyze');
  });
}

async function makeCollection(
  session: Session,
  project: string,
  collection: string,
  count: number,
  { devices, seed }: DemoSize,
  body: string,
): Promise<void> {
  await session.query(
    `insert into document (project, collection, seq, document_id, body)
     select $1::text, $2::text, i, lower($2::text) || '-' || lpad(i::text, 7, '0'), ${body}
     from (select i, ${chance('1', 1_000_000)} as r, ${chance('2', 1_000_000)} as q, d.id as device
       from (select i, 1 + ${chance('3', '$5::bigint')} as n from generate_series(1, $3::bigint) i) s
       join (select row_number() over (order by registered_at, device_id) as n, device_id as id
         from device where project = $1::text) d using (n)) s
     order by i`,
    [project, collection, count, seed, devices],
  );
  await session.query('insert into collection (project, name, documents) values ($1, $2, $3)', [
    project,
    collection,
    count,
  ]);
}

/** A number below `below`, always the same for the same row, use and seed (parameter 4). */
function chance(use: string, below: number | string): string {
  return `abs(hashint8extended(i, $4::bigint * 1000 + ${use}) % ${below})`;
}

const PRODUCTS = [
  ['DRONE-01', 'Survey drone'],
  ['DRONE-02', 'Inspection drone'],
  ['DRONE-10', 'Cargo drone'],
  ['GATEWAY-A', 'Site gateway'],
  ['GATEWAY-B', 'Mobile gateway'],
  ['SENSOR-TH1', 'Climate sensor'],
  ['SENSOR-TH2', 'Cold-chain sensor'],
  ['CAM-360', 'Yard camera'],
  ['CAM-360-PRO', 'Perimeter camera'],
  ['TRACKER-7', 'Asset tracker'],
  ['PUMP-X2', 'Irrigation pump'],
  ['CHARGER-22', 'Depot charger'],
];

const ADMINS = [
  'amina.yusuf',
  'bruno.costa',
  'chen.wei',
  'dana.levi',
  'elif.kaya',
  'farid.haddad',
  'greta.lind',
  'hugo.moreau',
  'ines.silva',
  'jonas.berg',
  'kavya.rao',
  'liam.byrne',
  'maya.okafor',
  'noor.khan',
  'olga.petrova',
  'paulo.reis',
  'quinn.adams',
  'rosa.marin',
  'sven.holm',
  'tara.singh',
];

/** Noon of 1 January 2026 in ms: the demo's "now", fixed so that the data never depends on the day it is made. */
const NOW = '1767268800000';

/** Parameters: project, count, seed, products, admins. */
const DEVICES = `
insert into device (project, device_id, product_id, paired, online, registered_at, record)
select $1::text, id, product, paired, online, registered,
  '{"deviceID":' || to_json(id) || ',"productID":' || to_json(product) || ',"name":' || to_json(name) ||
  ',"status":' || status || ',"admin":' || to_json(admin) || ',"registeredAt":' || registered ||
  ',"lastPairedAt":' || last_paired || ',"paired":' || paired ||
  case when i % 4 = 0 then ',"firmware":"' || 1 + i % 5 || '.' || i % 10 || '.' || i % 7 || '"' else '' end ||
  case when i % 10 = 0 then ',"location":{"site":' || to_json(site) || ',"latitude":' || round((470000 + r % 90000) / 10000.0, 4)
    || ',"longitude":' || round((80000 + q % 90000) / 10000.0, 4) || '}' else '' end ||
  case when i % 100 = 0 then ',"serial":' || 9007199254740993 + i else '' end || '}'
from (
  select *, product || '-' || lpad(i::text, 5, '0') as id,
    kind || ' ' || site || ' ' || (1 + i / 12) as name,
    case when not paired and r % 3 = 0 then '' else admin_name || '@example.com' end as admin,
    case when never then 0 else registered + 60000 + abs(hashint8extended(i, seed + 9)) % (${NOW} - registered) end
      as last_paired,
    r % 25 <> 0 as status,
    case when paired then q % 10 < 7 else q % 20 = 0 end as online
  from (
    select *, not never and r % 10 < 8 as paired from (
      select i, seed, r, q, q % 12 = 5 as never,
        $4::json -> (r % 12)::int ->> 0 as product,
        $4::json -> (r % 12)::int ->> 1 as kind,
        $5::json ->> (q % 20)::int as admin_name,
        (array['North', 'Harbour', 'Depot', 'Ridge', 'Valley', 'Terminal', 'Orchard', 'Plant'])[1 + r / 12 % 8] as site,
        ${NOW} - 63072000000 + abs(hashint8extended(i, seed + 8)) % 60480000000 as registered
      from (
        select i, $3::bigint * 1000 as seed, abs(hashint8extended(i, $3::bigint * 1000 + 6) % 1000000) as r,
          abs(hashint8extended(i, $3::bigint * 1000 + 7) % 1000000) as q
        from generate_series(1, $2::bigint) i) a) b) c) d
order by i`;

const AT = `(${NOW} - ($3::bigint - i) * 30000)`;

/** Now and then a counter beyond 2^53, a reading sent as text, a null, a missing voltage: as real logs have them. */
const LOG = `jsonb_strip_nulls(jsonb_build_object('deviceID', device, 'time', ${AT},
    'temperature', case when i % 997 = 0 then to_jsonb('25'::text) else to_jsonb(round(15 + r % 200 / 10.0, 1)) end,
    'voltage', case when i % 53 <> 0 then round(3 + q % 130 / 100.0, 2) end,
    'signal', -40 - q % 60,
    'level', (array['info', 'info', 'info', 'info', 'warning', 'error'])[1 + r % 6],
    'counter', case when i % 500 = 0 then 9007199254740993 + i end))
  || case when i % 211 = 0 then '{"temperature": null}' else '{}' end::jsonb`;

const ANOMALY = `jsonb_build_object('deviceID', device, 'time', ${AT},
    'kind', (array['overheating', 'voltage drop', 'silent', 'drift'])[1 + r % 4],
    'score', round(r % 1000 / 1000.0, 3), 'acknowledged', q % 3 = 0,
    'readings', jsonb_build_array(r % 100, q % 100, round(r % 50 / 10.0, 1)),
    'origin', jsonb_build_object('rule', 'R-' || q % 12, 'window', jsonb_build_object('minutes', 5 * (1 + q % 6))))`;

const HISTORY = `jsonb_build_object('deviceID', device, 'time', ${AT},
    'event', (array['paired', 'unpaired', 'renamed', 'updated', 'restarted'])[1 + r % 5],
    'by', (array[${ADMINS.map((admin) => `'${admin}'`).join(', ')}])[1 + q % 20] || '@example.com',
    'from', case when r % 5 = 2 then to_jsonb('Unit ' || q % 100) else 'null'::jsonb end)`;

const SENSOR = `jsonb_build_object('deviceID', device, 'type', (array['thermistor', 'barometer', 'GPS'])[1 + r % 3],
    'calibration', jsonb_build_object('offset', r % 21 - 10, 'gain', round(1 + q % 10 / 100.0, 2),
      'by', jsonb_build_object('lab', 'L' || q % 4, 'year', 2020 + r % 6)),
    'range', jsonb_build_array(-40, 85), 'active', r % 9 <> 0)`;

/** One field, many types: what a schemaless collection looks like after a year. */
const TASK = `jsonb_build_object('title', (array['Replace battery', 'Update firmware', 'Move unit', 'Inspect'])[1 + r % 4],
    'deviceID', device, 'due', ${AT} + 864000000,
    'priority', case r % 4 when 0 then '1'::jsonb when 1 then '"high"' when 2 then 'null' else 'true' end,
    'assignee', case when q % 3 = 0 then to_jsonb('unassigned'::text)
      else jsonb_build_object('name', 'Crew ' || q % 7, 'shift', case when r % 2 = 0 then 'day' else 'night' end) end,
    'steps', case when i % 2 = 0 then jsonb_build_array('open', jsonb_build_object('note', 'check ' || i)) else '[]' end,
    'budget', case when i % 30 = 0 then to_jsonb(9007199254740993 + i) else to_jsonb(round(r % 900 / 2.0, 1)) end)`;
