"""The clerk's office: towns, staff and roles, closed days, resolutions, the till."""
