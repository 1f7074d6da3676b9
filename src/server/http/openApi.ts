import { FAILURE, SUCCESS } from '#contract/codes.ts';
import { CONNECTIVITIES, DEVICE_FIELDS, DEVICE_TYPES } from '#contract/device.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { STAGES_MAX } from '#contract/pipeline.ts';
import { STAGE_TYPES } from '#contract/stages.ts';

type Schema = Record<string, unknown>;

const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };
const BOOLEAN = { type: 'boolean' };
const TIME = { ...INTEGER, description: 'Milliseconds since 1970; 0 means never.' };

const DEVICE = object(
  {
    deviceID: STRING,
    productID: STRING,
    name: STRING,
    status: BOOLEAN,
    admin: STRING,
    registeredAt: TIME,
    lastPairedAt: TIME,
    paired: BOOLEAN,
  },
  DEVICE_FIELDS,
);

const REQUESTS: Record<OperationName, Schema> = {
  devices: object({
    type: { ...STRING, enum: DEVICE_TYPES },
    filter: { ...STRING, enum: CONNECTIVITIES },
    productID: { ...STRING, description: 'What a product identifier starts with; its case counts.' },
  }),
  device: object({ deviceID: STRING, path: { ...STRING, description: 'One top-level field of the record.' } }, [
    'deviceID',
  ]),
  pipeline: object(
    {
      collection: STRING,
      index: object({ documentID: STRING }),
      pipeline: {
        type: 'array',
        maxItems: STAGES_MAX,
        items: object({ type: { ...STRING, enum: STAGE_TYPES } }, ['type']),
      },
      nPage: { ...INTEGER, minimum: 1, default: 1 },
    },
    ['collection'],
  ),
};

const ANSWERS: Record<OperationName, Schema> = {
  devices: { nDevices: INTEGER, devices: { type: 'array', items: DEVICE } },
  device: { device: { type: 'object' } },
  pipeline: { nDocuments: INTEGER, documents: { type: 'array', items: object({ documentID: STRING }) } },
};

/** The interface in OpenAPI 3.1, as JSON text, made from the contract. */
export function openApi(basePath: string): string {
  const names = Object.keys(OPERATIONS) as OperationName[];
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Fleetlens', version: '1' },
    servers: [{ url: basePath }],
    security: [{ apiKey: [], token: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'query', name: 'apiKey' },
        token: { type: 'apiKey', in: 'header', name: 'Authorization' },
      },
    },
    paths: Object.fromEntries(names.map((name) => [OPERATIONS[name].path, { post: operation(name) }])),
  });
}

function operation(name: OperationName): Schema {
  const { success } = OPERATIONS[name];
  const envelope = { code: { const: success }, message: { const: SUCCESS[success] } };
  return {
    operationId: name,
    requestBody: { content: json(REQUESTS[name]) },
    responses: {
      200: { description: SUCCESS[success], content: json(object({ ...envelope, ...ANSWERS[name] })) },
      default: {
        description: 'Anything else.',
        content: json(object({ code: { enum: ['DATA-INVALID', ...Object.keys(FAILURE)] }, message: STRING })),
      },
    },
  };
}

function json(schema: Schema): Schema {
  return { 'application/json': { schema } };
}

/** An object with these fields; without `required`, an answer has them all and a request may leave them out. */
function object(properties: Schema, required?: readonly string[]): Schema {
  return { type: 'object', properties, ...(required && { required }) };
}
