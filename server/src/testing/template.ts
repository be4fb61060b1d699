/** The migrated database that test databases are copied from. PostgreSQL copies it only while it has no connections. */
export const TEMPLATE = 'karat_template';
