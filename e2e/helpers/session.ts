export { openSignedIn, signIn } from '#e2e/testing/session.ts';
