import { Ajv2020 } from 'ajv/dist/2020.js';

type Content = { content: { 'application/json': { schema: object } } };
type Operation = { requestBody: Content; responses: Record<string, Content> };
type OpenApi = { paths: Record<string, { post: Operation }> };

/** Holds requests and answers against what `/openapi.json` says of them. */
export class Description {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private readonly paths: OpenApi['paths'];

  constructor({ paths }: OpenApi) {
    this.paths = paths;
  }

  /** What is wrong with a request's body; nothing where it is as described. */
  ofRequest(path: string, body: unknown): string | undefined {
    return this.complaint(this.operation(path).requestBody, body);
  }

  /** What is wrong with an answer's body. */
  ofAnswer(path: string, status: number, body: unknown): string | undefined {
    const { responses } = this.operation(path);
    const range = `${Math.floor(status / 100)}XX`;
    return this.complaint(responses[status] ?? responses[range] ?? responses['default'], body);
  }

  describes(path: string): boolean {
    return Object.hasOwn(this.paths, path);
  }

  private operation(path: string): Operation {
    const operation = this.paths[path]?.post;
    if (!operation) throw new Error(`${path} is not described.`);
    return operation;
  }

  private complaint(described: Content | undefined, body: unknown): string | undefined {
    const schema = described?.content['application/json'].schema;
    // a schema is compiled once: Ajv knows it by its object
    if (!schema) return 'it is not described';
    return this.ajv.validate(schema, body)
      ? undefined
      : `${this.ajv.errorsText()} in ${JSON.stringify(body).slice(0, 300)}`;
  }
}
