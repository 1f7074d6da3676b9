import * as z from 'zod/mini';
import { FAILURE_MESSAGES, SUCCESS_MESSAGES } from '#contract/codes.ts';
import { deviceRequestSchema, deviceSchema, devicesRequestSchema } from '#contract/deviceSchemas.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { pipelineRequestSchema } from '#contract/pipeline.ts';
import { readPackageVersion } from '#server/version.ts';

type Schema = Record<string, unknown>;

const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };
const POINTER = { type: 'string', description: 'JSON Pointer to the invalid member of the request body.' };

const REQUEST_SCHEMAS: Record<OperationName, Schema> = {
  devices: buildRequestSchema(devicesRequestSchema),
  device: buildRequestSchema(deviceRequestSchema),
  pipeline: buildRequestSchema(pipelineRequestSchema),
};

const RESPONSE_SCHEMAS: Record<OperationName, Schema> = {
  devices: { nDevices: INTEGER, devices: { type: 'array', items: z.toJSONSchema(deviceSchema) } },
  device: { device: { type: 'object' } },
  pipeline: { nDocuments: INTEGER, documents: { type: 'array', items: buildObject({ documentID: STRING }) } },
};

const SUMMARIES: Record<OperationName, string> = {
  devices: 'List devices',
  device: 'Get one device',
  pipeline: 'Query the documents of a collection',
};

export function buildOpenApiJson(basePath: string): string {
  const names = Object.keys(OPERATIONS) as OperationName[];
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Fleetlens', version: readPackageVersion(), license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: basePath }],
    security: [{ apiKey: [], token: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'query', name: 'apiKey' },
        token: { type: 'apiKey', in: 'header', name: 'Authorization' },
      },
    },
    paths: Object.fromEntries(names.map((name) => [OPERATIONS[name].path, { post: buildOperation(name) }])),
  });
}

function buildOperation(name: OperationName): Schema {
  const { success } = OPERATIONS[name];
  const envelope = { code: { const: success }, message: { const: SUCCESS_MESSAGES[success] } };
  return {
    operationId: name,
    summary: SUMMARIES[name],
    requestBody: { content: buildJsonContent(REQUEST_SCHEMAS[name]) },
    responses: {
      200: {
        description: SUCCESS_MESSAGES[success],
        content: buildJsonContent(buildCompleteObject({ ...envelope, ...RESPONSE_SCHEMAS[name] })),
      },
      '4XX': buildFailureResponse('The request was rejected. The code gives the reason.'),
      '5XX': buildFailureResponse('The service failed or is unavailable. The code gives the reason.'),
    },
  };
}

function buildFailureResponse(description: string): Schema {
  const codes = ['DATA-INVALID', ...Object.keys(FAILURE_MESSAGES)];
  return {
    description,
    headers: {
      'X-Request-Id': { description: "The request's ID in the log.", schema: STRING },
      'Retry-After': { description: 'With 429, 502 and 503: seconds to wait, or a date.', schema: STRING },
    },
    content: buildJsonContent(
      buildObject({ code: { enum: codes }, message: STRING, at: POINTER }, ['code', 'message']),
    ),
  };
}

function buildJsonContent(schema: Schema): Schema {
  return { 'application/json': { schema } };
}

function buildRequestSchema(schema: z.ZodMiniObject): Schema {
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  const required = Object.entries(schema.shape).filter(([, field]) => !z.safeParse(field, undefined).success);
  return buildObject(
    properties,
    required.map(([name]) => name),
  );
}

function buildCompleteObject(properties: Schema): Schema {
  return buildObject(properties, Object.keys(properties));
}

function buildObject(properties: Schema, required: readonly string[] = []): Schema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}
