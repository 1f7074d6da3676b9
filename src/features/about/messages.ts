export const aboutMessages = {
  api: 'API',
  apiDescription: 'API description (OpenAPI)',
  heading: 'About Fleetlens',
  pageTitle: 'About · Fleetlens',
  readOnlyOperations: 'Read-only operations. Each is a POST request with a JSON body to a path below the base URL.',
  responseBody: (body: string) => `returns ${body}`,
  service: 'Service',
  thirdPartyLicenses: 'Third-party licenses',
  thisConsole: 'This console',
  version: 'Version',
};
