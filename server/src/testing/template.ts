/** The migrated database that test databases are copied from. Nobody may be connected to it meanwhile. */
export const TEMPLATE = 'karat_template';
