"""`stormriver mcp`: by the Model Context Protocol an assistant plays a seat, explains rules and referees."""
